#version 430
// Translated from sparks_move.cp (!!NVcp5.0): compute shader of work groups, exact numerics
// A sixtieth of a second for every place: sparks fly on, fall, and bounce off the floor. Those whose life is over
// give their place back; all others enter the list of the living.
//
//   program.local[0]   address of the sparks, program.local[1] of the counters, program.local[2] of the places
//   program.local[3]   address of the list: how many, then their places
//   program.local[4]   x: seconds, y: gravity, z: drag, w: what is left of a fall

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
const uint discarded = 48u;  // where invalid stores write: nobody reads it
uint nv_faults = 0u;  // accesses that were invalid

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;
layout(std140, binding = 0) uniform ProgramParameters {
    uvec4 sparks;
    uvec4 counters;
    uvec4 free;
    uvec4 living;
    vec4 v_step;
} program;
uvec4 sparks;
uvec4 counters;
uvec4 free;
uvec4 living;
vec4 v_step;

uvec4 invocation_globalid;
uvec4 place_2;
precise vec4 spark, speed, old;
ivec4 number;
vec4 CC0;

// NV_gpu_program5 2.X.4.5: told at the end of the invocation
void nv_fault(bool invalid) {
    nv_faults += uint(invalid);
}

// NV_gpu_program5 2.X.4.5
uint nv_resident(uvec2 address, uint size, bool loads, bool stores, uint invalid) {
    uint last = address.x + (size - 1u);
    bool valid = false;
    for (int n = 0; n < nv_resident_buffers.length(); n++) {
        uvec4 row = nv_resident_buffers[n];
        valid = valid || last - row.x < min(loads ? row.y : row.z, stores ? row.z : row.y);
    }
    valid = valid && address.y == 0u && (address.x & (size - 1u)) == 0u;
    nv_fault(!valid);
    return valid ? address.x - 0xffc0u : invalid;
}

// NV_gpu_program5 2.X.4.5
uvec4 nv_load_u32x4(uint place) {
    return nv_vectors[place >> 4];
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise float r = mix(a, zero, abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_equal(float a, float b) {
    precise bool r = a == b;
    return r;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    precise float r = mix(1.0 / a, uintBitsToFloat(sign), abs(a) > uintBitsToFloat(0x7e800000u));
    r = mix(r, uintBitsToFloat(sign | 0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    precise float r = mix(product, zero, abs(scaled) < uintBitsToFloat(0x0c800000u));
    return r;
}

// sums below 2^-126 are zero
float nv_sum(float a, float b) {
    precise float sum = a + b;
    return nv_flush(sum);
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater_equal(float a, float b) {
    precise bool r = a >= b;
    return r;
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32x4(uint place, uvec4 value) {
    nv_vectors[place >> 4] = value;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_add_u32(uint place, uint a) {
    return atomicAdd(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32(uint place, uint value) {
    nv_memory[place >> 2] = value;
}

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise vec3 r = mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
    return r;
}

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    precise vec3 r = mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
    return r;
}

// sums below 2^-126 are zero
vec3 nv_sum(vec3 a, vec3 b) {
    precise vec3 sum = a + b;
    return nv_flush(sum);
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_less(float a, float b) {
    precise bool r = a < b;
    return r;
}

// magnitudes below 2^-126 are zero
vec2 nv_flush(vec2 a) {
    vec2 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise vec2 r = mix(a, zero, lessThan(abs(a), vec2(uintBitsToFloat(0x00800000u))));
    return r;
}

// products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    precise vec2 r = mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
    return r;
}

void run_program() {
    place_2.x = invocation_globalid.x << 5u;
    place_2.x = place_2.x + sparks.x;
    spark = uintBitsToFloat(nv_load_u32x4(nv_resident(uvec2(place_2.x, 0u), 16u, true, false, nowhere)));
    // Age 0: nobody is here
    old.x = spark.w;
    CC0.x = nv_flush(old.x);
    if (nv_equal(CC0.x, 0.0)) {
        return;
    }
    place_2.y = place_2.x + 16u;
    speed = uintBitsToFloat(nv_load_u32x4(nv_resident(uvec2(place_2.y, 0u), 16u, true, false, nowhere)));
    // Older, by parts of its life
    old.x = nv_rcp(nv_flush(speed.w));
    spark.w = nv_sum(nv_product(v_step.x, nv_flush(old.x)), nv_flush(spark.w));
    CC0.x = old.x = nv_sum(nv_flush(spark.w), -1.0);
    if (nv_greater_equal(CC0.x, 0.0)) {
        nv_store_u32x4(nv_resident(uvec2(place_2.x, 0u), 16u, false, true, discarded), uvec4(0u));
        number.x = int(counters.x + 12u);
        number.y = int(nv_add_u32(nv_resident(uvec2(uint(number.x), 0u), 4u, true, true, nowhere), 1u));
        number.y = number.y << 2;
        number.y = int(uint(number.y) + free.x);
        nv_store_u32(nv_resident(uvec2(uint(number.y), 0u), 4u, false, true, discarded), invocation_globalid.x);
        return;
    }
    speed.y = nv_sum(nv_product(v_step.x, v_step.y), nv_flush(speed.y));
    speed.xyz = nv_product(nv_flush(speed.xyz), v_step.zzz);
    spark.xyz = nv_sum(nv_product(nv_flush(speed.xyz), v_step.xxx), nv_flush(spark.xyz));
    old.x = spark.y;
    CC0.x = nv_flush(old.x);
    if (nv_less(CC0.x, 0.0)) {
        spark.y = nv_product(nv_flush(spark.y), -v_step.w);
        speed.y = nv_product(nv_flush(speed.y), -v_step.w);
        speed.xz = nv_product(nv_flush(speed.xz), vec2(0.8));
    }
    nv_store_u32x4(nv_resident(uvec2(place_2.x, 0u), 16u, false, true, discarded), floatBitsToUint(spark));
    nv_store_u32x4(nv_resident(uvec2(place_2.y, 0u), 16u, false, true, discarded), floatBitsToUint(speed));
    number.x = int(nv_add_u32(nv_resident(uvec2(living.x, 0u), 4u, true, true, nowhere), 1u));
    number.x = int(uint(number.x) << 2u);
    number.x = int(uint(number.x) + living.x);
    number.x = int(uint(number.x) + 4u);
    nv_store_u32(nv_resident(uvec2(uint(number.x), 0u), 4u, false, true, discarded), invocation_globalid.x);
}

void main() {
    sparks = uvec4(ivec4(program.sparks));
    counters = uvec4(ivec4(program.counters));
    free = uvec4(ivec4(program.free));
    living = uvec4(ivec4(program.living));
    v_step = intBitsToFloat(floatBitsToInt(program.v_step));
    invocation_globalid = uvec4(gl_GlobalInvocationID, 0u);
    run_program();
    if (nv_faults != 0u) atomicAdd(nv_memory[8], nv_faults);
}
