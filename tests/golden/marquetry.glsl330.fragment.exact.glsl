#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from marquetry.fp (!!NVfp5.0): fragment shader, exact numerics
// Inlaid tiles: every tile is of the material its number chooses, every wall in the light its draw chooses.
//
//   texcoord[0]        position on the wall, in tiles
//   texcoord[1..3]     position, normal and direction of the rows in the world
//   program.local[0]   xyz: the eye
//   program.local[1]   xyz: the lamp, or the way to the moon; w: how fast the lamp fades
//   program.local[2]   rgb: the light's colour, w: light from everywhere
//   program.local[3]   x: which tile comes first, an integer
//   program.local[4]   x: how far waves have gone, in radians

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 source;
    vec4 tint;
    ivec4 first;
    vec4 clock;
};
uniform uint fragment_subroutines[7] = uint[7](0u, 0u, 0u, 0u, 0u, 0u, 10u);  // the numbers of what CALI calls
// 0, 1, 2, 3, 4, 5: Material (wood 0, marble 1, brass 2, glaze 3, quilt 4, water 5)
// 6: Light (lamp 10, moon 11)
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
precise vec4 spot = vec4(zero);
precise vec4 cell = vec4(zero);
precise vec4 slope;
precise vec4 color_2 = vec4(zero);
precise vec4 gloss;
precise vec4 r = vec4(zero);
precise vec4 s = vec4(zero);
precise vec4 normal = vec4(zero);
precise vec4 along = vec4(zero);
precise vec4 up = vec4(zero);
precise vec4 view = vec4(zero);
precise vec4 way = vec4(zero);
precise vec4 v_half = vec4(zero);
precise vec4 lit = vec4(zero);
precise vec4 edge = vec4(zero);
ivec4 which;

// angles beyond 4096 within an eighth of a turn, and in which quarter (M. Payne, R. Hanek)
vec2 nv_reduced(float a) {
    const uint digits[7] = uint[7](  // of 1 / (2 pi), 32 bits each, the point behind the first
        0u, 0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u);
    uint word = floatBitsToUint(a);
    uint mantissa = (word & 0x7fffffu) | 0x800000u;
    int place = min(int(word >> 23 & 255u) - 118, 136);
    int first = place >> 5, shift = place & 31;
    uint high = digits[first] << shift | digits[first + 1] >> 1 >> (31 - shift);
    uint low = digits[first + 1] << shift | digits[first + 2] >> 1 >> (31 - shift);
    uint turn = mantissa * high + ((mantissa >> 12) * (low >> 12) >> 8)
        + ((mantissa & 0xfffu) * (low >> 12) >> 20);  // 2^32 is a whole one
    turn = a < 0.0 ? 0u - turn : turn;
    uint quadrant = (turn + 0x20000000u) >> 30;
    return vec2(float(int(turn - (quadrant << 30))) * 1.46291808e-9, float(quadrant));
}

// NV_gpu_program4 2.X.8, SIN
float nv_sin(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (abs(a) > 4096.0) {
        vec2 reduced = nv_reduced(a);
        x = reduced.x;
        quadrant = reduced.y;
    }
    precise float y = x * x;
    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));
    precise float c = 1.0 - 0.5 * y
        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));
    float r = quadrant == 1.0 || quadrant == 3.0 ? c : s;
    r = quadrant >= 2.0 ? -r : r;
    return a == 0.0 ? a
        : abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, COS
float nv_cos(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (abs(a) > 4096.0) {
        vec2 reduced = nv_reduced(a);
        x = reduced.x;
        quadrant = reduced.y;
    }
    precise float y = x * x;
    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));
    precise float c = 1.0 - 0.5 * y
        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));
    float r = quadrant == 1.0 || quadrant == 3.0 ? s : c;
    r = quadrant == 1.0 || quadrant == 2.0 ? -r : r;
    return abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
vec2 nv_frc(vec2 a) {
    precise vec2 r = a - floor(a);
    return mix(r, vec2(0.99999994), equal(r, vec2(1.0)));
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

// NV_gpu_program4 2.X.8, SSG
float nv_ssg(float a) {
    return isnan(a) ? a : a == 0.0 ? 0.0 : sign(a);
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise vec3 result = a * nv_rsq(squares.x + squares.y + squares.z);
    return result;
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
ivec2 nv_int(vec2 a) {
    return ivec2(nv_int(a.x), nv_int(a.y));
}

// NV_gpu_program4 2.X.8, MOD: all ones for a zero divisor, the dividend's sign
int nv_mod(int a, int b) {
    int divisor = b == 0 || b == -1 ? 1 : b;
    return b == 0 ? -1 : a - a / divisor * divisor;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec2 nv_saturate(vec2 a) {
    return vec2(nv_saturate(a.x), nv_saturate(a.y));
}

// NV_gpu_program4 2.X.8, SSG
vec2 nv_ssg(vec2 a) {
    vec2 r = mix(sign(a), vec2(0.0), equal(a, vec2(0.0)));
    return mix(r, a, isnan(a));
}

// NV_gpu_program4 2.X.8, XPD
vec3 nv_xpd(vec3 a, vec3 b) {
    precise vec3 result = a.yzx * b.zxy - a.zxy * b.yzx;
    return result;
}

// NV_gpu_program4 2.X.8, LIT
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_gpu_program4 2.X.8, LG2
float nv_lg2(float a) {
    int bits = floatBitsToInt(a) - 0x3f3504f3;
    float m = intBitsToFloat((bits & 0x007fffff) + 0x3f3504f3);
    precise float x = (m - 1.0) / (m + 1.0);
    precise float y = x * x;
    precise float r = float(bits >> 23)
        + x * (2.88539 + y * (0.96179885 + y * (0.57671386 + y * 0.43174833)));
    if (!(a >= uintBitsToFloat(0x00800000u))) {
        r = a > -uintBitsToFloat(0x00800000u) ? -uintBitsToFloat(0x7f800000u)
            : uintBitsToFloat(0x7fc00000u);
    }
    return isnan(a) || a == uintBitsToFloat(0x7f800000u) ? a : r;
}

// NV_gpu_program4 2.X.8, EX2
float nv_ex2(float a) {
    float n = roundEven(clamp(a, -150.0, 129.0));
    precise float x = clamp(a, -150.0, 129.0) - n;
    precise float r = 1.0 + x * (0.6931472 + x * (0.2402265 + x * (0.05550357 + x * (0.009618031
        + x * (0.0013390867 + x * 0.00015469735)))));
    int high = int(n) >> 1;
    r *= intBitsToFloat(high + 127 << 23);
    r *= intBitsToFloat(int(n) - high + 127 << 23);
    return isnan(a) ? a : a < -126.0 ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0; anything to the power 0 is 1
float nv_specular(float x, float y, float w) {
    if (!(x > 0.0)) {
        return 0.0;
    }
    y = y < 0.0 ? 0.0 : y;
    w = w < -127.99999 ? -127.99999 : w > 127.99999 ? 127.99999 : w;
    return w == 0.0 ? 1.0 : nv_pow(y, w);
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

void wood() {
    // Rings of a trunk, cut lengthwise
    r.xy = cell.xy * vec2(1.7, 0.9) + spot.xy;
    s.x = r.x * 2.3;
    s.x = nv_sin(s.x);
    r.y = r.y * 5.0 + s.x;
    s.y = r.x * 5.1 + r.y;
    s.y = nv_sin(s.y);
    r.z = s.y * 0.35 + r.y;
    r.z = r.z * 3.0;
    s.z = nv_sin(r.z);
    r.w = r.z * 4.3;
    s.w = nv_sin(r.w);
    s.z = nv_saturate(s.z * 0.5 + 0.5);
    s.z = nv_saturate(s.w * 0.12 + s.z);
    color_2.xyz = nv_lrp(s.zzz, vec3(0.72, 0.43, 0.2), vec3(0.4, 0.2, 0.085));
    slope.y = s.w * 0.05;
    gloss = vec4(0.35, 28.0, zero, zero);
}

void marble() {
    // Veins where two waves meet
    r.xy = cell.xy * vec2(2.1, 1.3) + spot.xy;
    s.x = r.y * 3.1;
    s.x = nv_sin(s.x);
    s.y = r.x * 2.2 + s.x;
    s.y = nv_sin(s.y);
    s.z = r.x * 5.3;
    s.z = r.y * 2.0 + s.z;
    s.z = nv_sin(s.z);
    s.w = s.z * 0.45 + s.y;
    s.w = s.y * s.x + s.w;
    s.w = abs(s.w);
    s.w = nv_saturate(s.w * -3.2 + 1.0);
    s.w = s.w * s.w;
    color_2.xyz = nv_lrp(s.www, vec3(0.16, 0.22, 0.21), vec3(0.82, 0.8, 0.75));
    gloss = vec4(0.9, 70.0, zero, zero);
}

void brass() {
    // Turned on a lathe: grooves around the middle
    r.x = nv_dp2(spot.xy, spot.xy);
    r.x = nv_max(r.x, 0.0001);
    r.y = nv_rsq(r.x);
    r.x = r.x * r.y;
    s.x = r.x * 34.0;
    s.x = nv_cos(s.x);
    s.x = s.x * 0.22;
    s.yz = spot.xy * r.y;
    slope.xy = s.yz * s.x;
    color_2 = vec4(0.7, 0.47, 0.16, zero);
    gloss = vec4(2.4, 26.0, 1.0, zero);
}

void glaze() {
    // Small glazed squares in two greens, rounded
    r.xy = spot.xy * 2.0 + 2.0;
    r.zw = floor(r.xy);
    r.xy = nv_frc(r.xy);
    r.xy = r.xy * 2.0 - 1.0;
    s.xy = r.xy * r.xy;
    s.xy = s.xy * s.xy;
    s.xy = s.xy * s.xy;
    s.xy = s.xy * r.xy;
    slope.xy = s.xy * 0.9;
    s.z = r.z + r.w;
    s.z = s.z * 0.5;
    s.z = nv_frc(s.z);
    s.z = s.z * 2.0;
    color_2.xyz = nv_lrp(s.zzz, vec3(0.05, 0.34, 0.33), vec3(0.36, 0.62, 0.5));
    gloss = vec4(1.5, 90.0, zero, zero);
}

void quilt() {
    // Padded leather, in diamonds
    r.x = spot.x + spot.y;
    r.y = spot.x - spot.y;
    r.xy = r.xy * 3.1415927;
    s.x = nv_sin(r.x);
    s.y = nv_sin(r.y);
    s.z = nv_cos(r.x);
    s.w = nv_cos(r.y);
    r.z = s.z * s.y;
    r.w = s.x * s.w;
    s.x = s.x * s.y;
    s.y = nv_ssg(s.x);
    r.x = r.z + r.w;
    r.y = r.z - r.w;
    r.xy = r.xy * -s.y;
    slope.xy = r.xy * 0.8;
    s.x = abs(s.x);
    s.x = nv_saturate(s.x * 3.0 + 0.3);
    color_2.xyz = vec3(0.5, 0.065, 0.085) * s.x;
    gloss = vec4(0.55, 16.0, zero, zero);
}

void water() {
    // Rings on a pond, off the middle
    r.xy = spot.xy + vec2(0.35, -0.25);
    r.z = nv_dp2(r.xy, r.xy);
    r.z = nv_max(r.z, 0.0001);
    r.w = nv_rsq(r.z);
    r.z = r.z * r.w;
    s.x = r.z * 17.0 - clock.x;
    s.x = nv_sin(s.x);
    s.y = r.z * 0.9 + 1.0;
    s.y = nv_rcp(s.y);
    s.x = s.x * s.y;
    s.x = s.x * 0.34;
    s.zw = r.xy * r.w;
    slope.xy = s.zw * s.x;
    s.x = nv_saturate(s.x * 1.2 + 0.45);
    color_2.xyz = nv_lrp(s.xxx, vec3(0.16, 0.42, 0.72), vec3(0.03, 0.11, 0.3));
    gloss = vec4(2.0, 48.0, zero, zero);
}

void lamp() {
    way.xyz = source.xyz - TEX1.xyz;
    way.w = nv_dp3(way.xyz, way.xyz);
    way.xyz = nv_nrm(way.xyz);
    way.w = way.w * source.w + 0.16;
    way.w = nv_rcp(way.w);
}

void moon() {
    way.xyz = nv_nrm(source.xyz);
    way.w = 1.0;
}

void main() {
    color = vec4(zero);
    // What a material is asked for: where on its tile, -1 to 1; what it answers.
    cell.xy = floor(TEX0.xy);
    spot.xy = nv_frc(TEX0.xy);
    spot.xy = spot.xy * 2.0 - 1.0;
    // 2 x + 3 y, and one more every fourth row, of six
    which.xy = nv_int(floor(cell.xy));
    which.w = which.y >> 2;
    which.z = which.y * 3 + which.w;
    which.x = which.x * 2 + which.z;
    which.w = which.y >> 1;
    which.x = which.x + which.w;
    which.x = which.x + first.x;
    which.x = which.x + 600;
    which.x = nv_mod(which.x, 6);
    slope = vec4(zero);
    gloss = vec4(0.2, 20.0, zero, zero);
    switch (uint(which.x) < 6u ? fragment_subroutines[which.x] : 4294967295u) {
    case 0u: wood(); break;
    case 1u: marble(); break;
    case 2u: brass(); break;
    case 3u: glaze(); break;
    case 4u: quilt(); break;
    case 5u: water(); break;
    }
    // The rims of tiles fall away, and between them is dark mortar.
    edge.xy = abs(spot.xy);
    edge.xy = edge.xy * 9.0 - 7.9;
    edge.xy = nv_saturate(edge.xy);
    r.xy = nv_ssg(spot.xy);
    r.xy = r.xy * edge.xy;
    slope.xy = r.xy * 0.55 + slope.xy;
    edge.z = nv_max(uintBitsToFloat(floatBitsToUint(spot.x) & 0x7fffffffu), uintBitsToFloat(floatBitsToUint(spot.y) & 0x7fffffffu));
    edge.z = nv_saturate(edge.z * -40.0 + 39.2);
    edge.w = edge.z * 0.92 + 0.08;
    color_2.xyz = color_2.xyz * edge.w;
    gloss.x = gloss.x * edge.z;
    normal.xyz = nv_nrm(TEX2.xyz);
    along.xyz = nv_nrm(TEX3.xyz);
    up.xyz = nv_xpd(normal.xyz, along.xyz);
    normal.xyz = along.xyz * slope.x + normal.xyz;
    normal.xyz = up.xyz * slope.y + normal.xyz;
    normal.xyz = nv_nrm(normal.xyz);
    view.xyz = eye.xyz - TEX1.xyz;
    view.xyz = nv_nrm(view.xyz);
    switch (fragment_subroutines[6]) {
    case 10u: lamp(); break;
    case 11u: moon(); break;
    }
    v_half.xyz = way.xyz + view.xyz;
    v_half.xyz = nv_nrm(v_half.xyz);
    lit.x = nv_dp3(normal.xyz, way.xyz);
    lit.y = nv_dp3(normal.xyz, v_half.xyz);
    lit.w = gloss.y;
    lit = nv_opaque(vec4(1.0, nv_positive(lit.x), nv_specular(lit.x, lit.y, lit.w), 1.0));
    lit.yz = lit.yz * way.w;
    lit.z = lit.z * gloss.x;
    lit.y = lit.y + tint.w;
    r.xyz = color_2.xyz * lit.y;
    // Metal shines in its own colour.
    s.xyz = nv_lrp(gloss.zzz, color_2.xyz, vec3(1.0));
    r.xyz = s.xyz * lit.z + r.xyz;
    r.xyz = r.xyz * tint.xyz;
    // Bright light saturates as on film: 1 - 2^-c
    r.x = nv_ex2(-r.x);
    r.y = nv_ex2(-r.y);
    r.z = nv_ex2(-r.z);
    color.xyz = 1.0 - r.xyz;
    color.w = 1.0;
}
