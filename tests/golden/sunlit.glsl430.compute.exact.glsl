#version 430
// Translated from sunlit.vp (!!ARBvp1.0): compute shader, exact numerics
// What a program wants that lights every pixel and looks up a shadow: all in the world, and the place in the light's view.
//
//   state.matrix.program[0]   from the mesh to the world
//   program.local[0..3]       from the mesh to the clip space of the light
//   texcoord[0]               texture coordinates
//   texcoord[1]               position in the world
//   texcoord[2]               normal in the world, not of unit length
//   texcoord[3]               place in the shadow map, 0 to 1, and depth

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    uvec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    uvec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 place[4];
    vec4 turn[4];
    vec4 light[4];
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
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
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
    vec4 vertex_position = nv_flush(uintBitsToFloat(attributes[vertex * 3u]));
    vec4 vertex_normal = nv_flush(uintBitsToFloat(attributes[vertex * 3u + 1u]));
    vec4 vertex_texcoord_0 = nv_flush(uintBitsToFloat(attributes[vertex * 3u + 2u]));
    precise vec4 clip;
    precise vec4 TEX0;
    precise vec4 TEX1;
    precise vec4 TEX2;
    precise vec4 TEX3;
    TEX1.x = nv_dp4(place[0], vertex_position);
    TEX1.y = nv_dp4(place[1], vertex_position);
    TEX1.z = nv_dp4(place[2], vertex_position);
    TEX1.w = 1.0;
    TEX2.x = nv_dp3(turn[0].xyz, vertex_normal.xyz);
    TEX2.y = nv_dp3(turn[1].xyz, vertex_normal.xyz);
    TEX2.z = nv_dp3(turn[2].xyz, vertex_normal.xyz);
    TEX2.w = zero;
    TEX0 = vertex_texcoord_0;
    clip.x = nv_dp4(light[0], vertex_position);
    clip.y = nv_dp4(light[1], vertex_position);
    clip.z = nv_dp4(light[2], vertex_position);
    TEX3.xyz = nv_flush(nv_product(clip.xyz, vec3(0.5)) + 0.5);
    TEX3.w = 1.0;
    results[vertex * 5u] = floatBitsToUint(fixed_function_position(vertex_position));
    results[vertex * 5u + 1u] = floatBitsToUint(TEX0);
    results[vertex * 5u + 2u] = floatBitsToUint(TEX1);
    results[vertex * 5u + 3u] = floatBitsToUint(TEX2);
    results[vertex * 5u + 4u] = floatBitsToUint(TEX3);
}
