#version 430
// Translated from pool.vp (!!VP2.0): compute shader, exact numerics
// Water for ripples.fp: where it is in ripples, the way to the viewer, and where in the picture of the bottom.
//
// c[0]-c[3]   model-view-projection matrix
// c[4]        xyz: the eye in the mesh's space, which is the world's
// c[5]        x: ripples per unit, y: 0.5

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    vec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    vec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 c[6];
} program;

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    precise vec4 r = mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
    return r;
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise float r = mix(a, zero, abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_vertex_program2 2.14.3: sums below 2^-126 are zero
float nv_sum(float a, float b) {
    precise float sum = a + b;
    return nv_flush(sum);
}

// NV_vertex_program2 2.14.3.10
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_sum(nv_sum(nv_sum(product.x, product.y), product.z), product.w);
    return sum;
}

// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    precise vec2 r = mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
    return r;
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise vec3 r = mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
    return r;
}

// NV_vertex_program2 2.14.3: sums below 2^-126 are zero
vec3 nv_sum(vec3 a, vec3 b) {
    precise vec3 sum = a + b;
    return nv_flush(sum);
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec2 nv_flush(vec2 a) {
    vec2 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise vec2 r = mix(a, zero, lessThan(abs(a), vec2(uintBitsToFloat(0x00800000u))));
    return r;
}

// NV_vertex_program2 2.14.3: sums below 2^-126 are zero
vec2 nv_sum(vec2 a, vec2 b) {
    precise vec2 sum = a + b;
    return nv_flush(sum);
}

// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise vec4 r = mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
    return r;
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 v_OPOS = nv_flush(attributes[vertex]);
    precise vec4 R0, R1, HPOS, TEX2;
    precise vec4 TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    precise vec4 TEX1 = vec4(0.0, 0.0, 0.0, 1.0);
    R0.x = nv_dp4(program.c[0], v_OPOS);
    R0.y = nv_dp4(program.c[1], v_OPOS);
    R0.z = nv_dp4(program.c[2], v_OPOS);
    R0.w = nv_dp4(program.c[3], v_OPOS);
    HPOS = R0;
    R1 = program.c[5];
    TEX0.xy = nv_product(v_OPOS.xz, R1.xx);
    TEX1.xyz = nv_sum(program.c[4].xyz, -v_OPOS.xyz);
    R0.xy = nv_sum(R0.xy, vec2(R0.w));
    R0.xy = nv_product(R0.xy, R1.yy);
    TEX2 = R0;
    results[vertex * 4u] = HPOS;
    results[vertex * 4u + 1u] = TEX0;
    results[vertex * 4u + 2u] = TEX1;
    results[vertex * 4u + 3u] = TEX2;
}
