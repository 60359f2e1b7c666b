#version 430
// Translated from toon.vp (!!ARBvp1.0): compute shader, exact numerics
// What cartoon shading and its outlines want: paint, and in eye space the normal and the way to the viewer.
//
//   state.matrix.modelview[0]   from the mesh to the eye
//   program.local[0]            the paint
//   texcoord[0]                 normal, not of unit length
//   texcoord[1]                 from the vertex to the viewer

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    uvec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    uvec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 view[3];
    vec4 turn[3];
    vec4 program_local_0;
};
layout(std140, binding = 1) uniform FixedFunction {
    vec4 mvp[4];
};

// Position invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    vec4 vertex_position = nv_flush(uintBitsToFloat(attributes[vertex * 2u]));
    vec4 vertex_normal = nv_flush(uintBitsToFloat(attributes[vertex * 2u + 1u]));
    precise vec4 place;
    precise vec4 COL0;
    precise vec4 TEX0;
    precise vec4 TEX1;
    TEX0.x = nv_dp3(turn[0].xyz, vertex_normal.xyz);
    TEX0.y = nv_dp3(turn[1].xyz, vertex_normal.xyz);
    TEX0.z = nv_dp3(turn[2].xyz, vertex_normal.xyz);
    TEX0.w = zero;
    place.x = nv_dp4(view[0], vertex_position);
    place.y = nv_dp4(view[1], vertex_position);
    place.z = nv_dp4(view[2], vertex_position);
    TEX1.xyz = -place.xyz;
    TEX1.w = zero;
    COL0 = program_local_0;
    results[vertex * 4u] = floatBitsToUint(fixed_function_position(vertex_position));
    results[vertex * 4u + 1u] = floatBitsToUint(COL0);
    results[vertex * 4u + 2u] = floatBitsToUint(TEX0);
    results[vertex * 4u + 3u] = floatBitsToUint(TEX1);
}
