#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from lotus.vp (!!NVvp5.0): vertex shader, exact numerics
// Petals of a flower, one an instance: a sheet that is bent along its length and cupped across.
//
//   vertex.position       x: across, -1 to 1; z: along, from the root at 1 to the tip at -1
//   program.local[0..3]   model-view-projection matrix
//   program.local[4]      x: length, y: width, z: how far from the middle the root is, w: how high
//   program.local[5]      x: how steep the root stands, y: how far the tip is bent from there (radians),
//                         z: how deep the cup is, w: -1 in the mirror, else 1
//   program.local[6]      x: turns between petals, y: turns of the first, z: how much they differ

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 form;
    vec4 bend;
    vec4 ring;
};
precise out vec4 TEX0;
precise out vec4 TEX1;
precise out vec4 TEX2;

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
ivec4 vertex_instance;
precise vec4 at = vec4(zero);
precise vec4 here = vec4(zero);
precise vec4 place = vec4(zero);
precise vec4 across = vec4(zero);
precise vec4 along = vec4(zero);
precise vec4 normal = vec4(zero);
precise vec4 turn = vec4(zero);
precise vec4 r = vec4(zero);
precise vec4 s = vec4(zero);
precise vec4 n = vec4(zero);
precise vec4 HPOS = vec4(zero);

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

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
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

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    return a > b ? b : a;
}

// NV_gpu_program4 2.X.8, XPD
vec3 nv_xpd(vec3 a, vec3 b) {
    precise vec3 result = a.yzx * b.zxy - a.zxy * b.yzx;
    return result;
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

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

void petal() {
    // here: the place at.x across and at.y along
    r.x = n.z * 0.5 + bend.x;
    r.y = at.y * bend.y + r.x;
    s.x = nv_sin(r.x);
    s.y = nv_cos(r.x);
    s.z = nv_sin(r.y);
    s.w = nv_cos(r.y);
    r.z = nv_rcp(bend.y);
    r.z = r.z * form.x;
    // Along the middle: the way out and up
    r.x = s.z - s.x;
    r.x = r.x * r.z;
    r.y = s.y - s.w;
    r.y = r.y * r.z;
    // Across: narrow at the root, pointed at the tip
    r.z = nv_lg2(at.y);
    r.z = r.z * 0.62;
    r.w = 1.0 - at.y;
    r.w = nv_lg2(r.w);
    r.z = r.w * 0.72 + r.z;
    r.z = nv_ex2(r.z);
    r.z = r.z * form.y;
    here.x = at.x * r.z;
    r.w = at.x * at.x;
    r.w = r.w * r.z;
    r.w = r.w * bend.z;
    r.x = -s.z * r.w + r.x;
    r.y = s.w * r.w + r.y;
    r.x = r.x + form.z;
    r.y = r.y + form.w;
    here.y = r.y * bend.w;
    // Around
    here.z = r.x * turn.y;
    here.z = -here.x * turn.x + here.z;
    r.z = r.x * turn.x;
    here.x = here.x * turn.y + r.z;
}

void main() {
    vertex_instance = ivec4(gl_InstanceID, 0, 0, 0);
    TEX0 = vec4(zero);
    TEX1 = vec4(zero);
    TEX2 = vec4(zero);
    n.x = nv_opaque(float(uint(vertex_instance.x)));
    turn.z = n.x * ring.x + ring.y;
    // Every petal is a little different
    n.y = n.x * 0.618034;
    n.y = nv_frc(n.y);
    n.y = n.y * 2.0 - 1.0;
    n.z = n.y * ring.z;
    turn.z = n.z * 0.06 + turn.z;
    turn.z = nv_frc(turn.z);
    turn.z = turn.z * 6.2831855;
    turn.x = nv_sin(turn.z);
    turn.y = nv_cos(turn.z);
    at.x = vertex_position.x;
    at.y = vertex_position.z * -0.5 + 0.5;
    at.y = nv_max(at.y, 0.004);
    at.y = nv_min(at.y, 0.992);
    petal();
    place = here;
    at.x = at.x + 0.01;
    petal();
    across = here - place;
    at.xy = at.xy + vec2(-0.01, 0.004);
    petal();
    along = here - place;
    normal.xyz = nv_xpd(across.xyz, along.xyz);
    normal.xyz = nv_nrm(normal.xyz);
    place.w = 1.0;
    HPOS.x = nv_dp4(mvp[0], place);
    HPOS.y = nv_dp4(mvp[1], place);
    HPOS.z = nv_dp4(mvp[2], place);
    HPOS.w = nv_dp4(mvp[3], place);
    TEX0 = place;
    TEX1.xyz = normal.xyz;
    TEX1.w = n.y;
    TEX2.y = vertex_position.z * -0.5 + 0.5;
    TEX2.xzw = vec3(vertex_position.x);
    gl_Position = HPOS;
}
