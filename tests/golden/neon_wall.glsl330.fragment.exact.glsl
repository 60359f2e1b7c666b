#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from neon_wall.fp (!!NVfp4.0): fragment shader, exact numerics
// A wall of bricks by the light of neon tubes: each tube is a row of lamps, and a normal map roughens the wall.
// The wall is the plane z = 0, with texture coordinates along x and y.
//
//   texcoord[1]            position in the world
//   texture[0]             its colour
//   texture[1]             its normals, 0.5 for none
//   program.local[0]       xyz: the eye, w: shininess
//   program.local[1]       x: how many lamps, an integer
//   program.local[2]       xy: texture repeats per unit, z: how dark the joints are, w: light from elsewhere
//   program.local[4..51]   lamps: xyz: where, w: how fast it fades; then rgb: colour

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    ivec4 count;
    vec4 grain;
    vec4 lamps[48];
};
uniform sampler2D texture0;
uniform sampler2D texture1;
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

vec4 lamps_at(int index) {
    vec4 value = lamps[min(uint(index), 47u)];
    return uint(index) < 48u ? value : vec4(zero);
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise vec3 result = a * nv_rsq(squares.x + squares.y + squares.z);
    return result;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
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

void main() {
    ivec4 lamp = ivec4(0);
    precise vec4 place = vec4(zero);
    precise vec4 brick;
    precise vec4 normal;
    precise vec4 view = vec4(zero);
    precise vec4 way = vec4(zero);
    precise vec4 v_half = vec4(zero);
    precise vec4 lit = vec4(zero);
    precise vec4 diffuse;
    precise vec4 gloss;
    color = vec4(zero);
    place.xy = TEX1.xy * grain.xy;
    brick = texture(texture0, place.xy);
    normal = texture(texture1, place.xy);
    normal.xyz = normal.xyz * 2.0 - 1.0;
    normal.xyz = nv_nrm(normal.xyz);
    view.xyz = eye.xyz - TEX1.xyz;
    view.xyz = nv_nrm(view.xyz);
    diffuse = vec4(grain.w);
    gloss = vec4(zero);
    lamp.x = 0;
    for (int count_2 = min(count.x, 65535); count_2 > 0; --count_2) {
        way.xyz = lamps_at(lamp.x).xyz - TEX1.xyz;
        way.w = nv_dp3(way.xyz, way.xyz);
        way.xyz = nv_nrm(way.xyz);
        way.w = way.w * lamps_at(lamp.x).w + 0.06;
        way.w = nv_rcp(way.w);
        v_half.xyz = way.xyz + view.xyz;
        v_half.xyz = nv_nrm(v_half.xyz);
        lit.x = nv_dp3(normal.xyz, way.xyz);
        lit.y = nv_dp3(normal.xyz, v_half.xyz);
        lit.w = eye.w;
        lit = nv_opaque(vec4(1.0, nv_positive(lit.x), nv_specular(lit.x, lit.y, lit.w), 1.0));
        lit.yz = lit.yz * way.w;
        diffuse.xyz = lamps_at(lamp.x + 1).xyz * lit.y + diffuse.xyz;
        gloss.xyz = lamps_at(lamp.x + 1).xyz * lit.z + gloss.xyz;
        lamp.x = lamp.x + 2;
    }
    // Bright light saturates as on film: 1 - 2^-c
    brick.xyz = brick.xyz * diffuse.xyz;
    brick.xyz = gloss.xyz * grain.z + brick.xyz;
    brick.x = nv_ex2(-brick.x);
    brick.y = nv_ex2(-brick.y);
    brick.z = nv_ex2(-brick.z);
    color.xyz = 1.0 - brick.xyz;
    color.w = 1.0;
}
