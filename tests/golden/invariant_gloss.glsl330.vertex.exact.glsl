#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from invariant_gloss.vp (!!VP1.1): vertex shader, exact numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(std140) uniform ProgramParameters {
    vec4 c[29];
};
layout(std140) uniform FixedFunction {
    vec4 mvp[4];
};
precise out vec4 COL0;
invariant gl_Position;

// NV_position_invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
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

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
int nv_not_zero(float a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
float nv_mul(float a, float b) {
    precise float product = a * b;
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program2 2.14.3.21
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

void main() {
    float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    float one = uintBitsToFloat(floatBitsToUint(zero) | 0x3f800000u);
    precise vec4 R0, R1, R2, R3, R4, R5;
    // A later pass, added where the depth is EQUAL: the highlight of one light, and its diffuse light
    // as far as c[28] asks for it.
    //
    // c[12]        constants 0, 1, 0.5, 2
    // c[16]        unit direction to the light
    // c[17]        eye
    // c[24]        light times diffuse colour
    // c[25]        light times specular colour, shininess
    // c[28]        x = diffuse share, y = rim share
    R0.w = nv_squared(v_NRML.xyz);
    R0.w = nv_rsq(R0.w);
    R0.xyz = nv_mul(v_NRML.xyz, R0.www);
    // R1 = unit vector to the eye, R2 = unit half vector
    R1.xyz = c[17].xyz - v_OPOS.xyz;
    R1.w = nv_squared(R1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = nv_mul(R1.xyz, R1.www);
    R2.xyz = R1.xyz + c[16].xyz;
    R2.w = nv_squared(R2.xyz);
    R2.w = nv_rsq(R2.w);
    R2.xyz = nv_mul(R2.xyz, R2.www);
    R3.x = nv_dp3(R0.xyz, c[16].xyz);
    R3.y = nv_dp3(R0.xyz, R2.xyz);
    R3.w = c[25].w;
    R3 = vec4(one, nv_positive(R3.x), nv_specular(R3.x, R3.y, R3.w, zero), one);
    R3.y = nv_mul(R3.y, c[28].x);
    R4.xyz = nv_mul(R3.zzz, c[25].xyz);
    R4.xyz = nv_mul(R3.yyy, c[24].xyz) + R4.xyz;
    // Rim of light where the surface turns away
    R5.x = nv_dp3(R0.xyz, R1.xyz);
    R5.x = nv_max(R5.x, c[12].x);
    R5.x = c[12].y - R5.x;
    R5.y = R5.x * R5.x;
    R5.x = nv_mul(R5.x, R5.y);
    R5.x = nv_mul(R5.x, c[28].y);
    COL0.xyz = nv_mul(R5.xxx, c[25].xyz) + R4.xyz;
    COL0.w = c[12].y;
    gl_Position = fixed_function_position(v_OPOS);
    COL0 = clamp(COL0, 0.0, 1.0);
}
