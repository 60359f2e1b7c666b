#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from meadow.vp (!!NVvp4.0): vertex shader, exact numerics
// Rolling ground: three waves lift a level mesh. Drawn as points the same program scatters flower heads over it, which
// nod with the wind of grass.gp.
//
//   program.env[0..2]  a wave: x, y: its frequency along x and z, z: phase, w: height
//   program.env[3]     xyz: the direction of the wind, w: its phase
//   program.env[4]     width and height of the picture
//   program.local[0]   x: height of heads above the ground, y: how far they are scattered, in their distance from the
//                      middle, z: their radius, w: how far they nod
//   texcoord[0]        x: an angle by chance, y: how much light reaches the ground, z: a number by chance
//   texcoord[1]        position in the world
//   texcoord[2]        normal

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 waves[3];
    vec4 wind;
    vec4 picture;
    vec4 head;
    vec4 mvp[4];
    vec4 state_matrix_projection_row_1;
} program;
precise out vec4 COL0;
precise out vec4 TEX0;
precise out vec4 TEX1;
precise out vec4 TEX2;

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
vec4 nv_frc(vec4 a) {
    precise vec4 part = a - floor(a);
    precise vec4 r = mix(part, vec4(0.99999994), equal(part, vec4(1.0)));
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater(float a, float b) {
    precise bool r = a > b;
    return r;
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
    if (nv_greater(abs(a), 4096.0)) {
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
    if (nv_greater(abs(a), 4096.0)) {
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

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

void main() {
    ivec4 vertex_id = ivec4(gl_VertexID, 0, 0, 0);
    precise vec4 place, slope, wave, chance, HPOS, PSIZ;
    ivec4 number;
    chance = vec4(nv_opaque(float(vertex_id.x)));
    chance = chance * vec4(0.618034, 0.7548777, 0.5698403, 0.4142136);
    chance = nv_frc(chance);
    // Along the rays of the disk and across them
    place = vertex_position;
    slope.xy = chance.yz - 0.5;
    slope.xy = slope.xy * program.head.y;
    place.x = vertex_position.z * slope.x + place.x;
    place.z = vertex_position.x * -slope.x + place.z;
    place.xz = vertex_position.xz * slope.y + place.xz;
    slope = vec4(zero);
    number.x = 0;
    for (int count = 3; count > 0; --count) {
        wave = program.waves[number.x];
        wave.xy = wave.xy * place.xz;
        wave.x = wave.x + wave.y;
        wave.x = wave.x + wave.z;
        wave.y = nv_sin(wave.x);
        wave.z = nv_cos(wave.x);
        place.y = wave.y * wave.w + place.y;
        wave.z = wave.z * wave.w;
        slope.xz = wave.z * program.waves[number.x].xy + slope.xz;
        number.x = number.x + 1;
    }
    TEX2.x = -slope.x;
    TEX2.y = 1.0;
    TEX2.z = -slope.z;
    TEX2.w = zero;
    // The gust that goes over the meadow
    wave.x = chance.w * 0.4 + 0.6;
    place.y = wave.x * program.head.x + place.y;
    wave.x = place.x * 0.35;
    wave.x = place.z * 0.24 + wave.x;
    wave.x = wave.x - program.wind.w;
    wave.x = nv_sin(wave.x);
    wave.x = wave.x * 0.5 + 0.6;
    wave.x = wave.x * program.head.w;
    place.xyz = program.wind.xyz * wave.x + place.xyz;
    place.w = 1.0;
    wave.x = nv_dp4(program.mvp[0], place);
    wave.y = nv_dp4(program.mvp[1], place);
    wave.z = nv_dp4(program.mvp[2], place);
    wave.w = nv_dp4(program.mvp[3], place);
    HPOS = wave;
    slope.x = chance.y * 0.5 + 0.75;
    slope.x = slope.x * program.head.z;
    slope.x = slope.x * program.picture.y;
    slope.x = slope.x * program.state_matrix_projection_row_1.y;
    PSIZ.x = slope.x / wave.w;
    TEX0.x = chance.x * 6.2831855;
    TEX0.y = 0.3;
    TEX0.z = chance.y;
    TEX0.w = zero;
    TEX1 = place;
    COL0 = chance;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_PointSize = max(PSIZ.x, 1.0);
}
