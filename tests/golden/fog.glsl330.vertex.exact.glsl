#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from fog.vp (!!VP1.0): vertex shader, exact numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[26];
};
precise out vec4 COL0;
precise out vec4 COL1;
precise out vec4 FOGC;
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

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
int nv_not_zero(float a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
float nv_mul(float a, float b) {
    precise float product = a * b;
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program2 2.14.3.14: 0 where 2^floor(a) underflows
float nv_exp_approximation(float a) {
    return a < -126.0 ? 0.0 : exp2(a);
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
ivec2 nv_not_zero(vec2 a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
vec2 nv_mul(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

void main() {
    float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    float one = uintBitsToFloat(floatBitsToUint(zero) | 0x3f800000u);
    precise vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, HPOS;
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    FOGC = vec4(0.0, 0.0, 0.0, 1.0);
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    // Fog that lies in the valley: the fog coordinate is the distance to the eye, longer near the
    // ground, where the air is thick. The rough power of EXP is fine enough for weather.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model matrix
    // c[8]-c[11]   inverse transpose of the model matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[16]        direction to the sun
    // c[17]        colour of the sun
    // c[18]        colour of the sky
    // c[19]        colour of the ground's own light
    // c[20]        eye in the world
    // c[21]        x = thickness at the ground, y = how fast it thins out with height
    // c[22]        diffuse colour, alpha
    // c[23]        specular colour, shininess
    // c[24]        texture repeats along s and t
    // c[25]        where most of the sky's light comes from
    HPOS.x = nv_dp4(c[0], v_OPOS);
    HPOS.y = nv_dp4(c[1], v_OPOS);
    HPOS.z = nv_dp4(c[2], v_OPOS);
    HPOS.w = nv_dp4(c[3], v_OPOS);
    // R0 = position, R1 = unit normal in the world
    R0.x = nv_dp4(c[4], v_OPOS);
    R0.y = nv_dp4(c[5], v_OPOS);
    R0.z = nv_dp4(c[6], v_OPOS);
    R1.x = nv_dp3(c[8].xyz, v_NRML.xyz);
    R1.y = nv_dp3(c[9].xyz, v_NRML.xyz);
    R1.z = nv_dp3(c[10].xyz, v_NRML.xyz);
    R1.w = nv_squared(R1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = nv_mul(R1.xyz, R1.www);
    // R2 = unit vector to the eye, R3.x = distance
    R2.xyz = c[20].xyz - R0.xyz;
    R2.w = nv_squared(R2.xyz);
    R3.w = nv_rsq(R2.w);
    R3.x = nv_mul(R2.w, R3.w);
    R2.xyz = nv_mul(R2.xyz, R3.www);
    // Fog coordinate: distance * (1 + thickness * 2^(-height * thinning))
    R4.x = nv_mul(-R0.y, c[21].y);
    R4.z = nv_exp_approximation(R4.x);
    R4.z = nv_mul(R4.z, c[21].x);
    R4.z = R4.z + c[12].y;
    FOGC.x = nv_mul(R3.x, R4.z);
    // Sun
    R5.xyz = R2.xyz + c[16].xyz;
    R5.w = nv_squared(R5.xyz);
    R5.w = nv_rsq(R5.w);
    R5.xyz = nv_mul(R5.xyz, R5.www);
    R6.x = nv_dp3(R1.xyz, c[16].xyz);
    R6.y = nv_dp3(R1.xyz, R5.xyz);
    R6.w = c[23].w;
    R6 = vec4(one, nv_positive(R6.x), nv_specular(R6.x, R6.y, R6.w, zero), one);
    R7.xyz = nv_mul(R6.yyy, c[17].xyz);
    // Light of the sky from one side, light thrown back by the ground from the other
    R6.x = nv_dp3(R1.xyz, c[25].xyz);
    R6.x = nv_mul(R6.x, c[12].z) + c[12].z;
    R7.xyz = nv_mul(R6.xxx, c[18].xyz) + R7.xyz;
    R6.x = c[12].y - R6.x;
    R7.xyz = nv_mul(R6.xxx, c[19].xyz) + R7.xyz;
    R7.xyz = nv_mul(R7.xyz, c[22].xyz);
    COL0.xyz = nv_mul(R7.xyz, v_COL0.xyz);
    COL0.w = c[22].w;
    R8.xyz = nv_mul(R6.zzz, c[17].xyz);
    COL1.xyz = nv_mul(R8.xyz, c[23].xyz);
    TEX0.xy = nv_mul(v_TEX0.xy, c[24].xy);
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}
