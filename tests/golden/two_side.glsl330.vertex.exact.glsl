#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from two_side.vp (!!VP1.1): vertex shader, exact numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[26];
};
precise out vec4 COL0;
precise out vec4 COL1;
precise out vec4 BFC0;
precise out vec4 BFC1;
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

// NV_vertex_program2 2.14.3.18
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_vertex_program 2.14.1.10.17: y^w where x > 0; any base to the power 0 is 1
float nv_specular(float x, float y, float w, float zero) {
    y = y < 0.0 ? 0.0 : y;
    float power = clamp(w, -127.99609375, 127.99609375);
    precise float r = exp2(power * log2(y));
    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;
    return x > 0.0 ? w == 0.0 ? 1.0 : r : zero;
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
    float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    float one = uintBitsToFloat(floatBitsToUint(zero) | 0x3f800000u);
    precise vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, HPOS;
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    BFC1 = vec4(0.0, 0.0, 0.0, 1.0);
    // Two materials on one sheet: COL0 and COL1 for the side whose normal is given, BFC0 and BFC1
    // for the other. VERTEX_PROGRAM_TWO_SIDE chooses by the facing of each triangle.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model-view matrix
    // c[8]-c[11]   inverse transpose of the model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[16]        key light position in eye space
    // c[17]        key light colour
    // c[18]        direction to the fill light in eye space
    // c[19]        fill light colour
    // c[20]        up in eye space
    // c[21]        sky colour
    // c[22], c[23] front: diffuse colour, specular colour and shininess
    // c[24], c[25] back: diffuse colour, specular colour and shininess
    HPOS.x = nv_dp4(c[0], v_OPOS);
    HPOS.y = nv_dp4(c[1], v_OPOS);
    HPOS.z = nv_dp4(c[2], v_OPOS);
    HPOS.w = nv_dp4(c[3], v_OPOS);
    R0.x = nv_dp4(c[4], v_OPOS);
    R0.y = nv_dp4(c[5], v_OPOS);
    R0.z = nv_dp4(c[6], v_OPOS);
    R1.x = nv_dp3(c[8].xyz, v_NRML.xyz);
    R1.y = nv_dp3(c[9].xyz, v_NRML.xyz);
    R1.z = nv_dp3(c[10].xyz, v_NRML.xyz);
    R1.w = nv_squared(R1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = nv_mul(R1.xyz, R1.www);
    // R3 = unit vector to the light, R4 = unit half vector
    R2.w = nv_squared(R0.xyz);
    R2.w = nv_rsq(R2.w);
    R2.xyz = nv_mul(-R0.xyz, R2.www);
    R3.xyz = c[16].xyz - R0.xyz;
    R3.w = nv_squared(R3.xyz);
    R3.w = nv_rsq(R3.w);
    R3.xyz = nv_mul(R3.xyz, R3.www);
    R4.xyz = R3.xyz + R2.xyz;
    R4.w = nv_squared(R4.xyz);
    R4.w = nv_rsq(R4.w);
    R4.xyz = nv_mul(R4.xyz, R4.www);
    // Cosines for the front; the back has the same with the other sign
    R5.x = nv_dp3(R1.xyz, R3.xyz);
    R5.y = nv_dp3(R1.xyz, R4.xyz);
    R6.x = nv_dp3(R1.xyz, c[18].xyz);
    R6.y = nv_dp3(R1.xyz, c[20].xyz);
    // Front
    R7.xy = R5.xy;
    R7.w = c[23].w;
    R7 = vec4(one, nv_positive(R7.x), nv_specular(R7.x, R7.y, R7.w, zero), one);
    R8.xyz = nv_mul(R7.yyy, c[17].xyz);
    R6.z = nv_max(R6.x, c[12].x);
    R8.xyz = nv_mul(R6.zzz, c[19].xyz) + R8.xyz;
    R6.w = nv_mul(R6.y, c[12].z) + c[12].z;
    R6.w = nv_mul(R6.w, c[12].z) + c[12].z;
    R8.xyz = nv_mul(R6.www, c[21].xyz) + R8.xyz;
    R8.xyz = nv_mul(R8.xyz, c[22].xyz);
    COL0.xyz = nv_mul(R8.xyz, v_COL0.xyz);
    COL0.w = c[22].w;
    R8.xyz = nv_mul(R7.zzz, c[17].xyz);
    COL1.xyz = nv_mul(R8.xyz, c[23].xyz);
    // Back
    R7.xy = -R5.xy;
    R7.w = c[25].w;
    R7 = vec4(one, nv_positive(R7.x), nv_specular(R7.x, R7.y, R7.w, zero), one);
    R8.xyz = nv_mul(R7.yyy, c[17].xyz);
    R6.z = nv_max(-R6.x, c[12].x);
    R8.xyz = nv_mul(R6.zzz, c[19].xyz) + R8.xyz;
    R6.w = nv_mul(-R6.y, c[12].z) + c[12].z;
    R6.w = nv_mul(R6.w, c[12].z) + c[12].z;
    R8.xyz = nv_mul(R6.www, c[21].xyz) + R8.xyz;
    R8.xyz = nv_mul(R8.xyz, c[24].xyz);
    BFC0.xyz = nv_mul(R8.xyz, v_COL0.xyz);
    BFC0.w = c[24].w;
    R8.xyz = nv_mul(R7.zzz, c[17].xyz);
    BFC1.xyz = nv_mul(R8.xyz, c[25].xyz);
    TEX0 = v_TEX0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
    BFC0 = clamp(BFC0, 0.0, 1.0);
    BFC1 = clamp(BFC1, 0.0, 1.0);
}
