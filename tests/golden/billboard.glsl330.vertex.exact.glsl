#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from billboard.vp (!!VP1.1): vertex shader, exact numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[24];
};
precise out vec4 COL0;
precise out vec4 TEX0;

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
ivec4 nv_not_zero(vec4 a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
vec4 nv_mul(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program 2.14.1.10.9
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_mul(a, b);
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
ivec2 nv_not_zero(vec2 a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
vec2 nv_mul(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

void main() {
    precise vec4 R0, R1, R2, R3, HPOS;
    // A textured square that always faces the eye: the corner is added after the model-view matrix.
    //
    // c[0]-c[3]    projection matrix
    // c[4]-c[7]    model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[22]        colour, alpha
    // c[23]        x = half the size
    R0 = c[12].xxxy;
    R1.x = nv_dp4(c[4], R0);
    R1.y = nv_dp4(c[5], R0);
    R1.z = nv_dp4(c[6], R0);
    R1.w = c[12].y;
    R2.xy = nv_mul(v_OPOS.xy, c[23].xx);
    R1.xy = R1.xy + R2.xy;
    HPOS.x = nv_dp4(c[0], R1);
    HPOS.y = nv_dp4(c[1], R1);
    HPOS.z = nv_dp4(c[2], R1);
    HPOS.w = nv_dp4(c[3], R1);
    R3 = c[22];
    COL0 = nv_mul(R3, v_COL0);
    TEX0 = v_TEX0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
