#version 430
// Translated from sparks_emit.cp (!!NVcp5.0): compute shader of work groups, exact numerics
// Sparks that leave the fountain in a frame, one an invocation. Each draws a number nobody had before, which
// decides all that is random about it, takes a place, and enters the list of the living.
//
//   program.local[0]   address of the sparks: position and age, then velocity and the length of a life
//   program.local[1]   address of the counters: sparks so far (64 bits), places ever used, places given back,
//                      places taken in this frame
//   program.local[2]   address of the places given back
//   program.local[3]   address of the list: how many, then their places
//   program.local[4]   x: time, y: how fast the jets turn
//   program.local[5]   x: how many sparks there is room for (integer)

layout(std430, binding = 2) coherent volatile buffer Memory {
    uint nv_memory[];
};
layout(std430, binding = 2) coherent volatile buffer MemoryVectors {
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
    uvec4 given_counters;
    uvec4 given_free;
    uvec4 given_living;
    vec4 given_clock;
    uvec4 given_room;
};
uvec4 sparks;
uvec4 counters;
uvec4 free;
uvec4 living;
vec4 clock;
uvec4 room;

float zero = intBitsToFloat(int(gl_NumWorkGroups.x - 1u) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
uvec4 number_high = uvec4(0);
uvec4 number = uvec4(0);
uvec4 seed = uvec4(0);
ivec4 place_2 = ivec4(0);
uvec4 old;
uvec4 random = floatBitsToUint(vec4(zero));
precise vec4 angle = vec4(zero);
precise vec4 away = vec4(zero);
precise vec4 speed = vec4(zero);
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

// NV_gpu_program5 2.X.8, ATOM
uvec2 nv_add_u64(uint place, uvec2 a, uvec2 b) {
    if (place == nowhere) return uvec2(0u);
    uint word = place >> 2;
    uvec2 there = uvec2(0u);
    bool done = false;
    while (!done) {
        if (atomicCompSwap(nv_memory[9], 0u, 1u) == 0u) {
            there = uvec2(nv_memory[word], nv_memory[word + 1u]);
            uvec2 now = there;
            uint carry = 0u; now.x = uaddCarry(there.x, a.x, carry); now.y = there.y + a.y + carry;
            nv_memory[word] = now.x;
            nv_memory[word + 1u] = now.y;
            memoryBarrier();
            atomicExchange(nv_memory[9], 0u);
            done = true;
        }
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_add_u32(uint place, uint a, uint b) {
    return atomicAdd(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program5 2.X.4.5
uvec2 nv_load_u32x2(uint place) {
    uint first = place >> 2;
    return uvec2(nv_memory[first], nv_memory[first + 1u]);
}

// NV_gpu_program5 2.X.4.5
uint nv_load_u32(uint place) {
    return nv_memory[place >> 2];
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32(uint place, uint value) {
    if (place == nowhere) return;
    nv_memory[place >> 2] = value;
}

// NV_gpu_program4 2.X.8, SHR: 0 for counts outside 0...31
uint nv_ushr(uint a, uint b) {
    return b > 31u ? 0u : a >> (b & 31u);
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

// products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

// angles beyond 4096 within an eighth of a turn, and in which quarter (M. Payne, R. Hanek)
vec2 nv_reduced(float a) {
    const uint digits[7] = uint[7](  // of 1 / (2 pi), 32 bits each, the point behind the first
        0u, 0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u);
    uint word = floatBitsToUint(a);
    uint mantissa = (word & 0x7fffffu) | 0x800000u;
    int place = min(int(word >> 23 & 255u) - 118, 136);
    int first = place >> 5, shift = place & 31;
    uint high = digits[first] << shift | digits[first + 1] >> 1 >> (31 - shift);
    uint low = digits[first + 1] << shift | digits[first + 2] >> 1 >> (31 - shift);
    uint turn = mantissa * high + ((mantissa >> 12) * (low >> 12) >> 8)
        + ((mantissa & 0xfffu) * (low >> 12) >> 20);  // 2^32 is a whole one
    turn = a < 0.0 ? 0u - turn : turn;
    uint quadrant = (turn + 0x20000000u) >> 30;
    return vec2(float(int(turn - (quadrant << 30))) * 1.46291808e-9, float(quadrant));
}

// NV_gpu_program4 2.X.8, COS
float nv_cos(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (abs(a) > 4096.0) {
        vec2 reduced = nv_reduced(a);
        x = reduced.x;
        quadrant = reduced.y;
    }
    precise float y = x * x;
    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));
    precise float c = 1.0 - 0.5 * y
        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));
    float r = quadrant == 1.0 || quadrant == 3.0 ? s : c;
    r = quadrant == 1.0 || quadrant == 2.0 ? -r : r;
    return abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
}

// NV_gpu_program4 2.X.8, SIN
float nv_sin(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (abs(a) > 4096.0) {
        vec2 reduced = nv_reduced(a);
        x = reduced.x;
        quadrant = reduced.y;
    }
    precise float y = x * x;
    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));
    precise float c = 1.0 - 0.5 * y
        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));
    float r = quadrant == 1.0 || quadrant == 3.0 ? c : s;
    r = quadrant >= 2.0 ? -r : r;
    return a == 0.0 ? a
        : abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
}

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// NV_gpu_program5 2.X.4.5
void nv_store_f32x4(uint place, uvec4 value) {
    if (place != nowhere) nv_vectors[place >> 4] = value;
}

void program() {
    // A number of its own
    {
        uvec2 found = nv_add_u64(nv_resident(uvec2(counters.x, 0u), 8u, true, true), uvec2(0x1u, 0x0u), uvec2(0x0u, 0x0u));
        {
            uvec2 wide_x = found;
            number.x = wide_x.x;
            number_high.x = wide_x.y;
        }
    }
    seed.x = number.x;
    // A place: one of those given back, the last first, or one that was never used
    place_2.xy = ivec2(counters.x + uvec2(16u, 8u));
    old.z = nv_add_u32(nv_resident(uvec2(uint(place_2.x), 0u), 4u, true, true), 1u, 0u);
    old.xy = nv_load_u32x2(nv_resident(uvec2(uint(place_2.y), 0u), 8u, true, false));
    old.w = uint(int(old.y) - int(old.z));
    CC0.z = place_2.z = -int(int(old.w) > 0);
    if (CC0.z != 0) {
        old.w = uint(int(old.w) - 1);
        old.w = old.w << 2u;
        old.w = old.w + free.x;
        place_2.x = int(nv_load_u32(nv_resident(uvec2(old.w, 0u), 4u, true, false)));
    } else {
        place_2.x = int(old.x) - int(old.w);
        place_2.z = int(uint(-int(uint(place_2.x) < room.x)));
        CC0.z = int(uint(place_2.z));
        if (CC0.z == 0) {
            return;
        }
    }
    old.x = nv_add_u32(nv_resident(uvec2(living.x, 0u), 4u, true, true), 1u, 0u);
    old.x = old.x << 2u;
    old.x = old.x + living.x;
    old.x = old.x + 4u;
    nv_store_u32(nv_resident(uvec2(old.x, 0u), 4u, false, true), uint(place_2.x));
    // Four random numbers: steps of a generator, mixed
    random.x = seed.x * 0x2c9277b5u + 0xac564b05u;
    random.y = random.x * 0x2c9277b5u + 0xac564b05u;
    random.z = random.y * 0x2c9277b5u + 0xac564b05u;
    random.w = random.z * 0x2c9277b5u + 0xac564b05u;
    old = random >> 28u;
    old = old + 4u;
    old.x = nv_ushr(random.x, old.x);
    old.y = nv_ushr(random.y, old.y);
    old.z = nv_ushr(random.z, old.z);
    old.w = nv_ushr(random.w, old.w);
    random = random ^ old;
    random = random * 0x108ef2d9u;
    old = random >> 22u;
    random = random ^ old;
    random = random >> 8u;
    {
        precise vec4 value = nv_opaque(vec4(random));
        random = floatBitsToUint(value);
    }
    {
        precise vec4 value = nv_product(nv_flush(uintBitsToFloat(random)), vec4(5.9604645e-8));
        random = floatBitsToUint(value);
    }
    // Which of six jets, and how far beside it
    old.x = seed.x % 6u;
    angle.x = nv_opaque(float(old.x));
    angle.x = nv_product(angle.x, 0.16666667);
    angle.x = nv_flush(nv_product(clock.x, clock.y) + angle.x);
    angle.y = nv_flush(nv_flush(uintBitsToFloat(random.x)) - 0.5);
    angle.x = nv_flush(nv_product(angle.y, 0.03) + angle.x);
    angle.x = nv_frc(angle.x);
    angle.x = nv_product(angle.x, 6.2831855);
    away.x = nv_cos(angle.x);
    away.z = nv_sin(angle.x);
    away.y = zero;
    // Upwards, outwards and around
    speed.x = nv_product(nv_flush(uintBitsToFloat(random.y)), nv_flush(uintBitsToFloat(random.y)));
    speed.y = nv_flush(nv_product(speed.x, 1.35) + 2.75);
    speed.x = nv_flush(nv_product(nv_flush(uintBitsToFloat(random.z)), 0.42) + 0.62);
    speed.z = nv_flush(nv_product(nv_flush(uintBitsToFloat(random.w)), 0.25) + 0.55);
    angle = nv_product(away, speed.xxxx);
    angle.x = nv_flush(nv_product(away.z, -speed.z) + angle.x);
    angle.z = nv_flush(nv_product(away.x, speed.z) + angle.z);
    angle.y = speed.y;
    angle.w = nv_flush(nv_product(nv_flush(uintBitsToFloat(random.x)), 1.0) + 1.7);
    // Some have left a moment before others
    away = nv_product(nv_opaque(away), nv_opaque(vec4(0.2)));
    old.x = seed.x ^ 5u;
    old.x = old.x & 63u;
    {
        precise float value = nv_opaque(float(old.x));
        old.x = floatBitsToUint(value);
    }
    {
        precise float value = nv_product(nv_flush(uintBitsToFloat(old.x)), 0.00070313);
        old.x = floatBitsToUint(value);
    }
    away.xyz = nv_flush(nv_product(angle.xyz, nv_flush(uintBitsToFloat(old.xxx))) + away.xyz);
    away.w = nv_product(nv_flush(uintBitsToFloat(old.x)), 0.5);
    away.w = nv_flush(away.w + 0.0001);
    place_2.x = int(uint(place_2.x) << 5u);
    place_2.x = int(uint(place_2.x) + sparks.x);
    nv_store_f32x4(nv_resident(uvec2(uint(place_2.x), 0u), 16u, false, true), floatBitsToUint(away));
    place_2.x = int(uint(place_2.x) + 16u);
    nv_store_f32x4(nv_resident(uvec2(uint(place_2.x), 0u), 16u, false, true), floatBitsToUint(angle));
}

void main() {
    sparks = uvec4(ivec4(given_sparks));
    counters = uvec4(ivec4(given_counters));
    free = uvec4(ivec4(given_free));
    living = uvec4(ivec4(given_living));
    clock = intBitsToFloat(floatBitsToInt(given_clock));
    room = uvec4(ivec4(given_room));
    program();
    if (nv_faults != 0u) atomicAdd(nv_memory[8], nv_faults);
}
