#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from emissive.vp (!!VP1.0): vertex shader, exact numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
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

// NV_vertex_program 2.14.1.10.8, of an operand and itself
float nv_squared(vec3 a) {
    precise vec3 product = a * a;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_vertex_program 2.14.1.10.7: of the absolute value
float nv_rsq(float a) {
    a = abs(a);
    return a < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : inversesqrt(a);
}

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
ivec3 nv_not_zero(vec3 a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
vec3 nv_mul(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program 2.14.1.10.8
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_mul(a, b);
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_vertex_program2 2.14.3.21
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

void main() {
    precise vec4 R0, R1, R2, R3, HPOS;
    // Something that shines by itself: bright in the middle, coloured towards its edge.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model-view matrix
    // c[8]-c[11]   inverse transpose of the model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[22]        colour, alpha
    // c[23]        colour of the middle
    HPOS.x = nv_dp4(c[0], v_OPOS);
    HPOS.y = nv_dp4(c[1], v_OPOS);
    HPOS.z = nv_dp4(c[2], v_OPOS);
    HPOS.w = nv_dp4(c[3], v_OPOS);
    // R0 = unit vector to the eye, R1 = unit normal
    R0.x = nv_dp4(c[4], v_OPOS);
    R0.y = nv_dp4(c[5], v_OPOS);
    R0.z = nv_dp4(c[6], v_OPOS);
    R0.w = nv_squared(R0.xyz);
    R0.w = nv_rsq(R0.w);
    R0.xyz = nv_mul(-R0.xyz, R0.www);
    R1.x = nv_dp3(c[8].xyz, v_NRML.xyz);
    R1.y = nv_dp3(c[9].xyz, v_NRML.xyz);
    R1.z = nv_dp3(c[10].xyz, v_NRML.xyz);
    R1.w = nv_squared(R1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = nv_mul(R1.xyz, R1.www);
    R2.x = nv_dp3(R0.xyz, R1.xyz);
    R2.x = nv_max(R2.x, c[12].x);
    R2.x = R2.x * R2.x;
    R3 = c[22];
    R3.xyz = nv_mul(R2.xxx, c[23].xyz) + R3.xyz;
    COL0 = nv_mul(R3, v_COL0);
    TEX0 = v_TEX0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
