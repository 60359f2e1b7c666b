#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from chrome.vp (!!VP1.0): vertex shader, exact numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(std140) uniform ProgramParameters {
    vec4 c[24];
} program;
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
    precise float r = mix(inversesqrt(abs(a)), 0.0, abs(a) == uintBitsToFloat(0x7f800000u));
    r = mix(r, uintBitsToFloat(0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
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

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
ivec2 nv_not_zero(vec2 a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
vec2 nv_mul(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program2 2.14.3.21
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
int nv_not_zero(float a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
float nv_mul(float a, float b) {
    precise float product = a * b;
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

void main() {
    precise vec4 R0, R1, R2, R3, R4, R5, HPOS;
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    // A mirror in the manner of 2001: the reflected view looks up a picture of the surroundings,
    // arranged as seen in a small silver ball.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model-view matrix
    // c[8]-c[11]   inverse transpose of the model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[22]        colour straight on, alpha
    // c[23]        colour added at grazing angles
    HPOS.x = nv_dp4(program.c[0], v_OPOS);
    HPOS.y = nv_dp4(program.c[1], v_OPOS);
    HPOS.z = nv_dp4(program.c[2], v_OPOS);
    HPOS.w = nv_dp4(program.c[3], v_OPOS);
    // R0 = unit vector from the eye, R1 = unit normal
    R0.x = nv_dp4(program.c[4], v_OPOS);
    R0.y = nv_dp4(program.c[5], v_OPOS);
    R0.z = nv_dp4(program.c[6], v_OPOS);
    R0.w = nv_squared(R0.xyz);
    R0.w = nv_rsq(R0.w);
    R0.xyz = nv_mul(R0.xyz, R0.www);
    R1.x = nv_dp3(program.c[8].xyz, v_NRML.xyz);
    R1.y = nv_dp3(program.c[9].xyz, v_NRML.xyz);
    R1.z = nv_dp3(program.c[10].xyz, v_NRML.xyz);
    R1.w = nv_squared(R1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = nv_mul(R1.xyz, R1.www);
    // R2 = mirrored view: E - 2 (N.E) N
    R2.w = nv_dp3(R0.xyz, R1.xyz);
    R3.x = R2.w + R2.w;
    R2.xyz = nv_mul(-R3.xxx, R1.xyz) + R0.xyz;
    // Sphere map: s = x / m + 1/2 with m = 2 sqrt(x^2 + y^2 + (z + 1)^2)
    R3.xyz = R2.xyz + program.c[12].xxy;
    R3.w = nv_squared(R3.xyz);
    R3.w = nv_rsq(R3.w);
    R3.xy = nv_mul(R2.xy, R3.ww);
    TEX0.xy = nv_mul(R3.xy, program.c[12].zz) + program.c[12].z;
    // Stronger at grazing angles
    R4.x = program.c[12].y + R2.w;
    R4.x = nv_max(R4.x, program.c[12].x);
    R4.y = R4.x * R4.x;
    R4.x = nv_mul(R4.x, R4.y);
    R5 = program.c[22];
    R5.xyz = nv_mul(R4.xxx, program.c[23].xyz) + R5.xyz;
    COL0 = nv_mul(R5, v_COL0);
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
