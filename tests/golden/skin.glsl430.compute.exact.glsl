#version 430
// Translated from skin.vp (!!VP2.0): compute shader, exact numerics
// Skinning with a palette of eight bones. Several creatures keep their palettes in the same
// parameter file; ARA adds the start of the palette to the offset of the bone.
//
// c[0]-c[3]    model-view-projection matrix
// c[4]-c[7]    model-view matrix
// c[8]-c[11]   inverse transpose of the model-view matrix
// c[12]        constants 0, 1, 0.5, 2
// c[16]        direction to the light in eye space
// c[17]        light colour
// c[18]        rim light colour
// c[19]        ambient colour
// c[20]        x = first row of this creature's palette
// c[21]        colour at the root
// c[22]        colour at the tip
// c[23]        specular colour, shininess
// c[32]-c[55]  first palette, eight bones of three rows each; further palettes follow
//
// v[WGHT]      weights of two bones
// v[6]         offsets of their first rows in the palette

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    vec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    vec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 c[256];
};

float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
float one = uintBitsToFloat(floatBitsToUint(zero) | 0x3f800000u);
precise vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, CC, HPOS, COL0, TEX0;
ivec4 A1;
vec4 v_OPOS, v_WGHT, v_NRML, v_COL0, v_6, v_TEX0;
ivec4 A0 = ivec4(zero);
precise vec4 COL1 = vec4(0.0, 0.0, 0.0, 1.0);

// NV_vertex_program 2.14.1.9: a read outside the parameters gives zeros
vec4 parameter(int index) {
    vec4 value = c[min(uint(index), 255u)];
    return uint(index) < 256u ? value : vec4(0.0);
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_vertex_program2 2.14.3.10
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// NV_vertex_program2 2.14.3.9
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// NV_vertex_program2 2.14.3.4: clamped to [-512, 511]; NaN loads 0
int nv_address(float a) {
    return isnan(a) ? 0 : int(clamp(a, -512.0, 511.0));
}

// NV_vertex_program2 2.14.3.28: -INF for -0.0, NaN below
float nv_rsq(float a) {
    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(infinity)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_vertex_program2 2.14.3.18
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float nv_specular(float x, float y, float w, float zero) {
    y = y < 0.0 ? 0.0 : y;
    float power = clamp(w, -127.99609375, 127.99609375);
    precise float r = power == 0.0 ? 1.0 : exp2(power * log2(y));
    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;
    return x > 0.0 ? r : zero;
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void bone() {
    // Adds what one bone makes of position and normal, times its weight R4.x
    A1.x = clamp(A0.x + A0.z, -512, 511);
    R1.x = nv_dp4(parameter(A1.x), v_OPOS);
    R1.y = nv_dp4(parameter(A1.x + 1), v_OPOS);
    R1.z = nv_dp4(parameter(A1.x + 2), v_OPOS);
    R2.xyz = nv_flush(nv_product(R1.xyz, R4.xxx) + R2.xyz);
    R1.x = nv_dp3(parameter(A1.x).xyz, v_NRML.xyz);
    R1.y = nv_dp3(parameter(A1.x + 1).xyz, v_NRML.xyz);
    R1.z = nv_dp3(parameter(A1.x + 2).xyz, v_NRML.xyz);
    R3.xyz = nv_flush(nv_product(R1.xyz, R4.xxx) + R3.xyz);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    v_OPOS = nv_flush(attributes[vertex * 6u]);
    v_WGHT = nv_flush(attributes[vertex * 6u + 1u]);
    v_NRML = nv_flush(attributes[vertex * 6u + 2u]);
    v_COL0 = nv_flush(attributes[vertex * 6u + 3u]);
    v_6 = nv_flush(attributes[vertex * 6u + 4u]);
    v_TEX0 = nv_flush(attributes[vertex * 6u + 5u]);
    R2 = vec4(c[12].x);  // blended position
    R3 = vec4(c[12].x);  // blended normal
    A0.z = nv_address(floor(c[20].x));
    A0.x = nv_address(floor(v_6.x));
    R4.x = v_WGHT.x;
    bone();
    // Half of the vertices follow one bone only
    CC.x = R4.x = v_WGHT.y;
    A0.x = nv_address(floor(v_6.y));
    if (CC.x != 0.0) {
        bone();
    }
    R2.w = c[12].y;
    HPOS.x = nv_dp4(c[0], R2);
    HPOS.y = nv_dp4(c[1], R2);
    HPOS.z = nv_dp4(c[2], R2);
    HPOS.w = nv_dp4(c[3], R2);
    // R0 = unit vector to the eye, R5 = unit normal, both in eye space
    R0.x = nv_dp4(c[4], R2);
    R0.y = nv_dp4(c[5], R2);
    R0.z = nv_dp4(c[6], R2);
    R0.w = nv_dp3(R0.xyz, R0.xyz);
    R0.w = nv_rsq(R0.w);
    R0.xyz = nv_product(-R0.xyz, R0.www);
    R5.x = nv_dp3(c[8].xyz, R3.xyz);
    R5.y = nv_dp3(c[9].xyz, R3.xyz);
    R5.z = nv_dp3(c[10].xyz, R3.xyz);
    R5.w = nv_dp3(R5.xyz, R5.xyz);
    R5.w = nv_rsq(R5.w);
    R5.xyz = nv_product(R5.xyz, R5.www);
    // Highlight
    R6.xyz = nv_flush(R0.xyz + c[16].xyz);
    R6.w = nv_dp3(R6.xyz, R6.xyz);
    R6.w = nv_rsq(R6.w);
    R6.xyz = nv_product(R6.xyz, R6.www);
    R7.x = nv_dp3(R5.xyz, c[16].xyz);
    R7.y = nv_dp3(R5.xyz, R6.xyz);
    R7.w = c[23].w;
    R7 = vec4(one, nv_positive(R7.x), nv_specular(R7.x, R7.y, R7.w, zero), one);
    R8.xyz = nv_product(R7.zzz, c[23].xyz);
    R8.xyz = nv_product(R8.xyz, c[17].xyz);
    // Rim: skin glows where it turns away from the eye
    R7.w = nv_dp3(R5.xyz, R0.xyz);
    R7.w = nv_flush(c[12].y - abs(R7.w));
    R7.w = nv_product(R7.w, R7.w);
    R7.w = nv_product(R7.w, R7.w);
    COL1.xyz = nv_flush(nv_product(R7.www, c[18].xyz) + R8.xyz);
    // Light wraps half-way round soft bodies
    R7.x = nv_dp3(R5.xyz, c[16].xyz);
    R7.x = nv_flush(nv_product(R7.x, c[12].z) + c[12].z);
    R7.x = nv_product(R7.x, R7.x);
    R9.xyz = nv_product(R7.xxx, c[17].xyz);
    R9.xyz = nv_flush(R9.xyz + c[19].xyz);
    // Colour from root to tip along texture coordinate t
    R10 = c[21];
    R11 = nv_flush(c[22] - R10);
    R10 = nv_flush(nv_product(v_TEX0.yyyy, R11) + R10);
    R10.xyz = nv_product(R10.xyz, v_COL0.xyz);
    COL0.xyz = nv_product(R9.xyz, R10.xyz);
    COL0.w = c[12].y;
    TEX0 = v_TEX0;
    results[vertex * 4u] = HPOS;
    results[vertex * 4u + 1u] = COL0;
    results[vertex * 4u + 2u] = COL1;
    results[vertex * 4u + 3u] = TEX0;
}
