#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from octopus.vp (!!NVvp4.0): vertex shader, exact numerics
// Skin over a palette of bones. Every vertex says with which bone it begins and how many it follows;
// a loop of that many turns adds what each makes of position and normal. The palette is one array.
//
// sun      direction to the light in eye space
// water    what the sea adds to all sides
// rim      light that shines through where skin turns away
// back     colour of the upper side; belly of the lower, sucker of suckers
// gloss    colour of highlights, shininess
// repeats  of the texture around and along
// rig      the first bone, how many
// rings    how much of a sucker's rim

layout(location = 0) in vec4 vertex_position;
layout(location = 1) in vec4 weights;
layout(location = 2) in vec4 vertex_normal;
layout(location = 6) in ivec4 rig;
layout(location = 7) in vec4 rings;
layout(location = 8) in vec4 vertex_texcoord_0;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 modelview[4];
    vec4 rotation[4];
    vec4 sun;
    vec4 sunlight;
    vec4 water;
    vec4 rim;
    vec4 back;
    vec4 belly;
    vec4 sucker;
    vec4 gloss;
    vec4 repeats;
    vec4 bones[60];
};
precise out vec4 COL0;
precise out vec4 COL1;
precise out vec4 FOGC;
precise out vec4 TEX0;

vec4 bones_at(int index) {
    vec4 value = bones[min(uint(index), 59u)];
    return uint(index) < 60u ? value : vec4(0);
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
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
vec4 nv_lrp(vec4 a, vec4 b, vec4 c) {
    precise vec4 sum = a * b + (1.0 - a) * c;
    return sum;
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

void main() {
    float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 position;
    precise vec4 normal;
    precise vec4 part = vec4(zero);
    precise vec4 weight;
    precise vec4 view = vec4(zero);
    precise vec4 light = vec4(zero);
    precise vec4 v_half = vec4(zero);
    precise vec4 color = vec4(zero);
    ivec4 row = ivec4(0);
    precise vec4 HPOS = vec4(zero);
    COL0 = vec4(zero);
    COL1 = vec4(zero);
    FOGC = vec4(zero);
    TEX0 = vec4(zero);
    row.x = rig.x * 3;
    position = vec4(zero, zero, zero, 1.0);
    normal = vec4(zero);
    weight = weights;
    for (int count = min(rig.y, 65535); count > 0; --count) {
        part.x = nv_dp4(bones_at(row.x), vertex_position);
        part.y = nv_dp4(bones_at(row.x + 1), vertex_position);
        part.z = nv_dp4(bones_at(row.x + 2), vertex_position);
        position.xyz = part.xyz * weight.x + position.xyz;
        part.x = nv_dp3(bones_at(row.x).xyz, vertex_normal.xyz);
        part.y = nv_dp3(bones_at(row.x + 1).xyz, vertex_normal.xyz);
        part.z = nv_dp3(bones_at(row.x + 2).xyz, vertex_normal.xyz);
        normal.xyz = part.xyz * weight.x + normal.xyz;
        row.x = row.x + 3;
        weight = weight.yzwx;
    }
    HPOS.x = nv_dp4(mvp[0], position);
    HPOS.y = nv_dp4(mvp[1], position);
    HPOS.z = nv_dp4(mvp[2], position);
    HPOS.w = nv_dp4(mvp[3], position);
    view.x = nv_dp4(modelview[0], position);
    view.y = nv_dp4(modelview[1], position);
    view.z = nv_dp4(modelview[2], position);
    part.x = nv_dp3(rotation[0].xyz, normal.xyz);
    part.y = nv_dp3(rotation[1].xyz, normal.xyz);
    part.z = nv_dp3(rotation[2].xyz, normal.xyz);
    normal.xyz = nv_nrm(part.xyz);
    FOGC.x = -view.z;
    view.xyz = nv_nrm(-view.xyz);
    // The lower side is where the texture's quarter is, and suckers are there
    part.x = vertex_texcoord_0.x * 6.2831855;
    part.x = nv_sin(part.x);
    part.x = nv_saturate(part.x * 1.6 - 0.35);
    color = nv_lrp(part.xxxx, belly, back);
    color = nv_lrp(rings.xxxx, sucker, color);
    // Light wraps half-way round; the rim glows
    light.x = nv_dp3(normal.xyz, sun.xyz);
    light.x = light.x * 0.5 + 0.5;
    light.x = light.x * light.x;
    light.y = nv_saturate(nv_dp3(normal.xyz, view.xyz));
    light.y = 1.0 - light.y;
    light.z = light.y * light.y;
    light.y = light.z * light.y;
    v_half.xyz = view.xyz + sun.xyz;
    v_half.xyz = nv_nrm(v_half.xyz);
    light.z = nv_saturate(nv_dp3(normal.xyz, v_half.xyz));
    light.z = nv_pow(light.z, gloss.w);
    part = sunlight * light.x + water;
    color = color * part;
    COL0.xyz = rim.xyz * light.y + color.xyz;
    COL0.w = 1.0;
    part = gloss * light.z;
    COL1.xyz = part.xyz * sunlight.xyz;
    TEX0 = vertex_texcoord_0 * repeats;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}
