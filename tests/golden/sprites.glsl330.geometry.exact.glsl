#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from sprites.gp (!!NVgp4.0): geometry shader, exact numerics
// A square that faces the viewer for every point, as large as the point size says, in the point's colour, turned by the
// angle in texture coordinate 0.
//
//   program.local[0]   width and height of the picture, and their reciprocals
//   gives texcoord[0]  0 to 1 over the square

layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
in vec4 vertex_COL0[];
in vec4 vertex_PSIZ[];
in vec4 vertex_TEX0[];
layout(std140) uniform GeometryParameters {
    vec4 picture;
    vec4 corners[4];
} program;
out vec4 COL0;
out vec4 TEX0;

float zero = intBitsToFloat(gl_PrimitiveIDIn >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
precise vec4 turn, corner, scale;
ivec4 number;
precise vec4 result_HPOS = vec4(zero);
precise vec4 result_COL0 = vec4(zero);
precise vec4 result_TEX0 = vec4(zero);
ivec4 result_primid = ivec4(0);

// NV_geometry_program4 2.X.8.Z, EMIT
void emit_vertex() {
    gl_Position = result_HPOS;
    COL0 = clamp(result_COL0, 0.0, 1.0);
    TEX0 = result_TEX0;
    gl_PrimitiveID = result_primid.x;
    EmitVertex();
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

void main() {
    if (gl_PrimitiveIDIn < 0) {  // never: Mesa 26 does not interpolate what one EmitVertex emits
        COL0 = vec4(0.0);
        TEX0 = vec4(0.0);
        EmitVertex();
    }
    turn.xy = vec2(nv_cos(vertex_TEX0[0].x), nv_sin(vertex_TEX0[0].x));
    scale.xy = program.picture.zw * vertex_PSIZ[0].x;
    scale.xy = scale.xy * gl_in[0].gl_Position.w;
    number.x = 0;
    for (int count = 4; count > 0; --count) {
        corner = program.corners[number.x];
        corner.z = corner.x * turn.y;
        corner.w = corner.y * turn.y;
        corner.x = corner.x * turn.x - corner.w;
        corner.y = corner.y * turn.x + corner.z;
        result_HPOS.xy = corner.xy * scale.xy + gl_in[0].gl_Position.xy;
        result_HPOS.zw = gl_in[0].gl_Position.zw;
        corner = program.corners[number.x];
        result_TEX0.xy = corner.zw;
        result_TEX0.zw = vec2(zero, 1.0);
        result_COL0 = vertex_COL0[0];
        result_primid.x = gl_PrimitiveIDIn;
        emit_vertex();
        number.x = number.x + 1;
    }
}
