#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from sparks.vp (!!NVvp5.0): vertex shader, exact numerics
// Sparks as points: small far away, and where nobody lives nothing at all.
//
//   program.local[0..3]   model-view-projection matrix
//   program.local[4]      width and height of the picture in pixels
//   program.local[5]      x: size, y: brightness, z: largest size in pixels

layout(location = 0) in vec4 vertex_position;
layout(location = 3) in vec4 vertex_color_primary;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 viewport;
    vec4 look;
} program;
precise out vec4 COL0;

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_equal(float a, float b) {
    precise bool r = a == b;
    return r;
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    precise float r = mix(1.0 / a, uintBitsToFloat(sign), abs(a) > uintBitsToFloat(0x7e800000u));
    r = mix(r, uintBitsToFloat(sign | 0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    precise float r = mix(a, b, a > b);
    return r;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    precise float r = mix(b, a, a > b);
    return r;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float r = mix(mix(a, 0.0, a < 0.0), 1.0, a > 1.0);
    return r;
}

void main() {
    precise vec4 place, size, r, HPOS, PSIZ;
    vec4 CC0;
    place = vertex_position;
    place.w = 1.0;
    r.x = nv_dp4(program.mvp[0], place);
    r.y = nv_dp4(program.mvp[1], place);
    r.z = nv_dp4(program.mvp[2], place);
    r.w = nv_dp4(program.mvp[3], place);
    CC0.y = size.y = vertex_position.w;
    // Outside of everything
    if (nv_equal(CC0.y, 0.0)) r = vec4(zero, zero, 2.0, 1.0);
    HPOS = r;
    size.x = nv_rcp(nv_opaque(r.w));
    size.x = size.x * vertex_position.w;
    size.x = size.x * program.look.x;
    size.x = size.x * program.viewport.y;
    size.x = nv_min(size.x, program.look.z);
    size.z = nv_max(size.x, 1.5);
    PSIZ.x = size.z;
    // Less than a pixel and a half gives less light
    size.w = nv_rcp(size.z);
    size.w = nv_saturate(size.x * size.w);
    size.w = size.w * size.w;
    size.w = size.w * program.look.y;
    COL0.xyz = vertex_color_primary.xyz * size.w;
    COL0.w = 1.0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_PointSize = max(PSIZ.x, 1.0);
}
