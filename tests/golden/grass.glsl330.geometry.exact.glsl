#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from grass.gp (!!NVgp4.0): geometry shader, exact numerics

layout(triangles) in;
layout(triangle_strip, max_vertices = 7) out;
in vec4 vertex_TEX1[];
layout(std140) uniform GeometryParameters {
    vec4 mvp[4];
    vec4 blade;
    vec4 wind;
};
out vec4 COL0;
out vec4 TEX0;

float zero = float(gl_PrimitiveIDIn >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
precise vec4 root;
precise vec4 normal;
precise vec4 across;
precise vec4 spine = vec4(zero);
precise vec4 point = vec4(zero);
precise vec4 level;
precise vec4 phase = vec4(zero);
precise vec4 result_HPOS = vec4(zero);
precise vec4 result_COL0 = vec4(zero);
precise vec4 result_TEX0 = vec4(zero);
int emitted = 0;  // vertices: at most 7

// NV_geometry_program4 2.X.8.Z, EMIT
void emit_vertex() {
    if (emitted++ >= 7) return;
    gl_Position = result_HPOS;
    COL0 = clamp(result_COL0, 0.0, 1.0);
    TEX0 = result_TEX0;
    EmitVertex();
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_gpu_program4 2.X.8, LRP
vec4 nv_lrp(vec4 a, vec4 b, vec4 c) {
    precise vec4 sum = a * b + (1.0 - a) * c;
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

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

void middle() {
    level.z = level.x * level.x;
    level.z = level.z * blade.z;
    level.z = level.z * phase.z;
    level.w = level.x * blade.x;
    level.w = level.w * phase.z;
    spine.xyz = normal.xyz * level.w + root.xyz;
    spine.xyz = wind.xyz * level.z + spine.xyz;
}

void place() {
    point.w = 1.0;
    result_HPOS.x = nv_dp4(mvp[0], point);
    result_HPOS.y = nv_dp4(mvp[1], point);
    result_HPOS.z = nv_dp4(mvp[2], point);
    result_HPOS.w = nv_dp4(mvp[3], point);
    result_COL0 = nv_lrp(level.xxxx, vec4(0.55, 0.8, 0.25, 1.0), vec4(0.07, 0.2, 0.05, 1.0));
    result_TEX0 = level;
    emit_vertex();
}

void main() {
    // A blade of grass on every triangle: it grows along the normal, in texture coordinate 1, bends with the wind
    // and gets narrower towards its tip. Positions arrive untransformed.
    //
    // state.matrix.mvp   from the meadow to clip space
    // program.local[0]   x: height, y: half the width at the ground, z: how far the wind bends a blade
    // program.local[1]   the direction of the wind
    root = gl_in[0].gl_Position + gl_in[1].gl_Position;
    root = root + gl_in[2].gl_Position;
    root = root * 0.33333334;
    normal = vertex_TEX1[0] + vertex_TEX1[1];
    normal = normal + vertex_TEX1[2];
    normal.xyz = nv_nrm(normal.xyz);
    // Every blade stands across another direction and leans by its own amount.
    phase.x = float(ivec4(gl_PrimitiveIDIn).x);
    phase.y = phase.x * 2.399963;
    across.xy = vec2(nv_cos(phase.y), nv_sin(phase.y));
    across.z = across.y;
    across.yw = vec2(zero);
    phase.z = nv_frc(phase.y);
    phase.z = phase.z * 0.5 + 0.5;
    // level: x from 0 at the ground to 1 at the tip, y the half width there, z how far it is bent
    level = vec4(zero);
    for (int count = 3; count > 0; --count) {
        middle();
        level.y = 1.0 - level.x;
        level.y = level.y * blade.y;
        point.xyz = across.xyz * level.y + spine.xyz;
        place();
        point.xyz = -across.xyz * level.y + spine.xyz;
        place();
        level.x = level.x + 0.33333334;
    }
    level.x = 1.0;
    middle();
    point.xyz = spine.xyz;
    place();
}
