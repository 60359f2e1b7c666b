#version 430
// Translated from sparks_shape.cp (!!NVcp5.0): compute shader of work groups, exact numerics
// The living as points to draw: a place and a size, then a colour that cools with age.
//
//   program.local[0]   address of the sparks, program.local[1] of the list of the living
//   program.local[2]   address of the points
//   program.local[3]   x: how many sparks there is room for (integer)

layout(std430, binding = 2) buffer Memory {
    uint nv_memory[];
};
layout(std430, binding = 2) buffer MemoryVectors {
    uvec4 nv_vectors[];  // the same, four words at once
};
layout(std140, binding = 70) uniform MemoryLayout {
    uvec4 nv_storage_buffers[8];  // first byte in Memory, size
    uvec4 nv_resident_buffers[4];  // GPU address, bytes to load, bytes to store
};
const uint nowhere = 0u;  // the place of accesses that are invalid: zeros lie there
uint nv_faults = 0u;  // accesses that were invalid

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;
layout(std140, binding = 0) uniform ProgramParameters {
    uvec4 given_sparks;
    uvec4 given_living;
    uvec4 given_points;
};
uvec4 sparks;
uvec4 living;
uvec4 points;

float zero = intBitsToFloat(int(gl_NumWorkGroups.x - 1u) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
uvec4 invocation_globalid;
uvec4 place_2 = uvec4(0);
uvec4 count = uvec4(0);
precise vec4 spark = vec4(zero);
precise vec4 speed = vec4(zero);
precise vec4 color = vec4(zero);
precise vec4 light = vec4(zero);
ivec4 CC0 = ivec4(0);

// NV_gpu_program5 2.X.4.5
void nv_fault() {
    ++nv_faults;
}

// NV_gpu_program5 2.X.4.5
uint nv_resident(uvec2 address, uint size, bool loads, bool stores) {
    uint last = address.x + (size - 1u);
    bool valid = false;
    for (int n = 0; n < 4; n++) {
        uvec4 row = nv_resident_buffers[n];
        valid = valid || last - row.x < min(loads ? row.y : row.z, stores ? row.z : row.y);
    }
    valid = valid && address.y == 0u && (address.x & (size - 1u)) == 0u;
    if (!valid) nv_fault();
    return valid ? address.x - 0xffc0u : nowhere;
}

// NV_gpu_program5 2.X.4.5
uint nv_load_u32(uint place) {
    return nv_memory[place >> 2];
}

// NV_gpu_program5 2.X.4.5
uvec4 nv_load_f32x4(uint place) {
    return nv_vectors[place >> 4];
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp_flush(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = nv_flush(nv_product(a, b) + nv_product(nv_flush(1.0 - a), c));
    return sum;
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program5 2.X.4.5
void nv_store_f32x4(uint place, uvec4 value) {
    if (place != nowhere) nv_vectors[place >> 4] = value;
}

void program() {
    count.x = nv_load_u32(nv_resident(uvec2(living.x, 0u), 4u, true, false));
    count.y = uint(-int(invocation_globalid.x < count.x));
    CC0.y = int(count.y);
    if (CC0.y == 0) {
        return;
    }
    place_2.x = invocation_globalid.x << 2u;
    place_2.x = place_2.x + living.x;
    place_2.x = place_2.x + 4u;
    place_2.x = nv_load_u32(nv_resident(uvec2(place_2.x, 0u), 4u, true, false));
    place_2.x = place_2.x << 5u;
    place_2.x = place_2.x + sparks.x;
    spark = uintBitsToFloat(nv_load_f32x4(nv_resident(uvec2(place_2.x, 0u), 16u, true, false)));
    place_2.x = place_2.x + 16u;
    speed = uintBitsToFloat(nv_load_f32x4(nv_resident(uvec2(place_2.x, 0u), 16u, true, false)));
    // White, gold, rose, violet
    light.x = nv_saturate(nv_product(nv_flush(spark.w), 5.0));
    color.xyz = nv_lrp_flush(light.xxx, vec3(1.0, 0.5, 0.1), vec3(1.0, 0.95, 0.85));
    light.x = nv_saturate(nv_flush(nv_product(nv_flush(spark.w), 2.6) - 0.45));
    color.xyz = nv_lrp_flush(light.xxx, vec3(1.0, 0.09, 0.22), color.xyz);
    light.x = nv_saturate(nv_flush(nv_product(nv_flush(spark.w), 2.4) - 1.15));
    color.xyz = nv_lrp_flush(light.xxx, vec3(0.26, 0.08, 1.0), color.xyz);
    // Fading at the end
    light.y = nv_flush(nv_product(nv_flush(spark.w), -nv_flush(spark.w)) + 1.0);
    color.xyz = nv_product(color.xyz, light.yyy);
    color.w = 1.0;
    // One in sixteen is large: the length of its life decides, whatever its place is
    light.w = nv_product(nv_flush(speed.w), 64.0);
    light.w = nv_frc(light.w);
    light.w = nv_opaque(float(light.w < 0.0625));
    spark.w = nv_flush(nv_product(light.w, 1.1) + 1.0);
    place_2.x = invocation_globalid.x << 5u;
    place_2.x = place_2.x + points.x;
    nv_store_f32x4(nv_resident(uvec2(place_2.x, 0u), 16u, false, true), floatBitsToUint(spark));
    place_2.x = place_2.x + 16u;
    nv_store_f32x4(nv_resident(uvec2(place_2.x, 0u), 16u, false, true), floatBitsToUint(color));
}

void main() {
    sparks = uvec4(ivec4(given_sparks));
    living = uvec4(ivec4(given_living));
    points = uvec4(ivec4(given_points));
    invocation_globalid = uvec4(gl_GlobalInvocationID, 0u);
    program();
    if (nv_faults != 0u) atomicAdd(nv_memory[8], nv_faults);
}
