#version 430
// Translated from veil_visits.cp (!!NVcp5.0): compute shader of work groups, exact numerics
// Where a point that a quadratic map moves again and again comes to: every visit adds light to a texel.
// The order of the visits does not show, since sums do not mind it.
//
//   image[0]               light: red, green and blue in layers 0 to 2 (ARRAY2D, R32UI)
//   program.local[0..2]    the map: x' and y' from 1, x, x x, x y, y and y y, six numbers each
//   program.local[3]       the middle of the picture, its scale in heights, and how far the point before counts

layout(r32ui, binding = 0) uniform uimage2DArray image0;

layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 map[3];
    vec4 given_view;
};
vec4 view;

float zero = intBitsToFloat(int(gl_NumWorkGroups.x - 1u) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
uvec4 invocation_globalid;
uvec4 p;
precise vec4 before = vec4(zero);
precise vec4 power = vec4(zero);
uvec4 size;
precise vec4 place_2 = vec4(zero);
uvec4 weight = floatBitsToUint(vec4(zero));
ivec4 texel = ivec4(0);
uvec4 sum = uvec4(0);

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

// magnitudes below 2^-126 are zero
vec2 nv_flush(vec2 a) {
    vec2 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec2(uintBitsToFloat(0x00800000u))));
}

// products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
}

// NV_gpu_program5 2.X.8, CVT
bool nv_round_up(uint kept, uint rest, uint middle, bool negative, int rounding) {
    if (rounding == 0) return rest > middle || (rest == middle && (kept & 1u) != 0u);
    return rest != 0u && (rounding == 1 ? !negative : rounding == 2 && negative);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_narrow(uint a, uint bits, bool extend) {
    uint high = a << (32u - bits);
    return extend ? uint(int(high) >> (32u - bits)) : high >> (32u - bits);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_within(uint size, bool negative, bool over, uint bits, bool extend, bool clamped) {
    uint limit = negative ? (extend ? 1u << (bits - 1u) : 0u)
        : 0xffffffffu >> (extend ? 33u - bits : 32u - bits);
    if (clamped && (over || size > limit)) size = limit;
    return nv_narrow(negative ? ~size + 1u : size, bits, extend);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_integer_of_float(uint a, int rounding, uint bits, bool extend, bool clamped) {
    uint exponent = a >> 23 & 0xffu, fraction = a & 0x7fffffu;
    if (exponent == 0u || (exponent == 255u && fraction != 0u)) return 0u;
    bool negative = a >> 31 != 0u;
    uint whole = fraction | 0x800000u, size = 0u;
    if (exponent < 150u) {
        uint shift = min(150u - exponent, 31u), rest = whole & ((1u << shift) - 1u);
        size = whole >> shift;
        size += uint(nv_round_up(size, rest, 1u << (shift - 1u), negative, rounding));
    } else if (exponent < 182u) {
        size = whole << (exponent - 150u);
    }
    bool limited = clamped || exponent == 255u;
    return nv_within(size, negative, exponent > 158u, bits, extend, limited);
}

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

// products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// EXT_shader_image_load_store 2.X.8, ATOMIM
uint image0_add_u32(ivec4 place, uint a) {
    if (any(greaterThanEqual(uvec3(place.xyz), uvec3(imageSize(image0))))) return 0u;
    return imageAtomicAdd(image0, place.xyz, a);
}

// ARB_shader_image_size 2.X.8, IMQ
uvec4 image0_size() {
    return uvec4(imageSize(image0), 0);
}

void move() {
    before = uintBitsToFloat(p);
    power.x = nv_product(nv_flush(uintBitsToFloat(p.x)), nv_flush(uintBitsToFloat(p.x)));
    power.y = nv_product(nv_flush(uintBitsToFloat(p.x)), nv_flush(uintBitsToFloat(p.y)));
    power.z = nv_product(nv_flush(uintBitsToFloat(p.y)), nv_flush(uintBitsToFloat(p.y)));
    {
        precise float value = nv_flush(nv_product(map[0].y, nv_flush(uintBitsToFloat(p.x))) + map[0].x);
        p.z = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(map[0].z, power.x) + nv_flush(uintBitsToFloat(p.z)));
        p.z = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(map[0].w, power.y) + nv_flush(uintBitsToFloat(p.z)));
        p.z = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(map[1].x, nv_flush(uintBitsToFloat(p.y))) + nv_flush(uintBitsToFloat(p.z)));
        p.z = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(map[1].y, power.z) + nv_flush(uintBitsToFloat(p.z)));
        p.z = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(map[1].w, nv_flush(uintBitsToFloat(p.x))) + map[1].z);
        p.w = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(map[2].x, power.x) + nv_flush(uintBitsToFloat(p.w)));
        p.w = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(map[2].y, power.y) + nv_flush(uintBitsToFloat(p.w)));
        p.w = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(map[2].z, nv_flush(uintBitsToFloat(p.y))) + nv_flush(uintBitsToFloat(p.w)));
        p.w = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(map[2].w, power.z) + nv_flush(uintBitsToFloat(p.w)));
        p.w = floatBitsToUint(value);
    }
    p.xy = p.zw;
}

void visit() {
    // What the point was before shows it from another side
    place_2.xy = nv_flush(nv_flush(before.xy) - view.xy);
    place_2.xy = nv_product(place_2.yx, view.ww);
    place_2.xy = nv_flush(place_2.xy + nv_flush(uintBitsToFloat(p.xy)));
    place_2.xy = nv_flush(place_2.xy - view.xy);
    place_2.xy = nv_flush(nv_product(place_2.xy, nv_flush(uintBitsToFloat(size.zz))) + nv_flush(uintBitsToFloat(size.xy)));
    texel.xy = ivec2(int(nv_integer_of_float(floatBitsToUint(place_2.x), 2, 32u, true, false)), int(nv_integer_of_float(floatBitsToUint(place_2.y), 2, 32u, true, false)));
    // Short ways are blue, far ones to the side red, far ones up gold
    {
        precise vec4 value = nv_flush(nv_flush(uintBitsToFloat(p)) - nv_flush(before));
        weight = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(abs(nv_flush(uintBitsToFloat(weight.x))), 15.0) + 2.0);
        weight.x = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(abs(nv_flush(uintBitsToFloat(weight.y))), 9.0) + 4.0);
        weight.y = floatBitsToUint(value);
    }
    {
        precise float value = nv_flush(nv_product(nv_flush(uintBitsToFloat(weight.x)), -0.4) + 17.0);
        weight.z = floatBitsToUint(value);
    }
    weight = uvec4(nv_integer_of_float(floatBitsToUint(nv_flush(uintBitsToFloat(weight.x))), 0, 32u, false, false), nv_integer_of_float(floatBitsToUint(nv_flush(uintBitsToFloat(weight.y))), 0, 32u, false, false), nv_integer_of_float(floatBitsToUint(nv_flush(uintBitsToFloat(weight.z))), 0, 32u, false, false), nv_integer_of_float(floatBitsToUint(nv_flush(uintBitsToFloat(weight.w))), 0, 32u, false, false));
    texel.z = 0;
    sum = uvec4(image0_add_u32(texel, weight.x));
    texel.z = 1;
    sum = uvec4(image0_add_u32(texel, weight.y));
    texel.z = 2;
    sum = uvec4(image0_add_u32(texel, weight.z));
}

void main() {
    view = intBitsToFloat(floatBitsToInt(given_view));
    invocation_globalid = uvec4(gl_GlobalInvocationID, 0u);
    // Somewhere near the origin, each invocation elsewhere
    p = invocation_globalid.x * uvec4(0x9e3779b9u, 0x3c6ef373u, 0u, 0u);
    p = p >> 16u;
    {
        precise vec4 value = nv_opaque(vec4(p));
        p = floatBitsToUint(value);
    }
    {
        precise vec4 value = nv_flush(nv_product(nv_flush(uintBitsToFloat(p)), vec4(1.5e-6)) - 0.05);
        p = floatBitsToUint(value);
    }
    size = image0_size();
    {
        precise vec4 value = nv_opaque(vec4(ivec4(size)));
        size = floatBitsToUint(value);
    }
    {
        precise float value = nv_product(nv_flush(uintBitsToFloat(size.y)), view.z);
        size.z = floatBitsToUint(value);
    }
    {
        precise vec2 value = nv_product(nv_flush(uintBitsToFloat(size.xy)), vec2(0.5));
        size.xy = floatBitsToUint(value);
    }
    // At first it is not yet where it always returns to
    for (int count = 24; count > 0; --count) {
        move();
    }
    for (int count_2 = 480; count_2 > 0; --count_2) {
        move();
        visit();
    }
}
