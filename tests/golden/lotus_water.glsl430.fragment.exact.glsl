#version 430
// Translated from lotus_water.fp (!!NVfp5.0): fragment shader, exact numerics
// Still water and the leaves on it, layers like the petals.
//
//   texcoord[0..1]     position and normal in the world
//   program.local[0]   xyz: the eye
//   program.local[1]   xyz: the way to the light, w: brightness
//   program.local[2]   x: address of the nodes
//   program.local[3]   rgb: colour, w: opacity seen from above
//   program.local[4]   x: how much opacity grows to the horizon, y: where it ends, z: how far leaves have veins
//   program.local[5]   xy: width and height of the picture in pixels

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

in vec4 TEX0;
in vec4 TEX1;
layout(std140, binding = 20) uniform FragmentParameters {
    vec4 eye;
    vec4 sun;
    uvec4 nodes;
    vec4 tint;
    vec4 look;
    vec4 size;
};
layout(location = 0) precise out vec4 color;

// NV_gpu_program5 2.X.4.5
void nv_fault() {
    atomicAdd(nv_memory[8], 1u);
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

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise vec3 result = a * nv_rsq(squares.x + squares.y + squares.z);
    return result;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program4 2.X.8, MAX: words that are denormal are zeros, and go on as they are
float nv_max_words(float a, float b) {
    return nv_flush(a) > nv_flush(b) ? a : b;
}

// NV_gpu_program4 2.X.8, LG2
float nv_lg2(float a) {
    int bits = floatBitsToInt(a) - 0x3f3504f3;
    float m = intBitsToFloat((bits & 0x007fffff) + 0x3f3504f3);
    precise float x = (m - 1.0) / (m + 1.0);
    precise float y = x * x;
    precise float r = float(bits >> 23)
        + x * (2.88539 + y * (0.96179885 + y * (0.57671386 + y * 0.43174833)));
    if (!(a >= uintBitsToFloat(0x00800000u))) {
        r = a > -uintBitsToFloat(0x00800000u) ? -uintBitsToFloat(0x7f800000u)
            : uintBitsToFloat(0x7fc00000u);
    }
    return isnan(a) || a == uintBitsToFloat(0x7f800000u) ? a : r;
}

// NV_gpu_program4 2.X.8, EX2
float nv_ex2(float a) {
    float n = roundEven(clamp(a, -150.0, 129.0));
    precise float x = clamp(a, -150.0, 129.0) - n;
    precise float r = 1.0 + x * (0.6931472 + x * (0.2402265 + x * (0.05550357 + x * (0.009618031
        + x * (0.0013390867 + x * 0.00015469735)))));
    int high = int(n) >> 1;
    r *= intBitsToFloat(high + 127 << 23);
    r *= intBitsToFloat(int(n) - high + 127 << 23);
    return isnan(a) ? a : a < -126.0 ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
}

// NV_shader_storage_buffer_object 2.X.3.Y
uint nv_bound(uint bank, uint index, uint size) {
    uvec4 row = nv_storage_buffers[min(bank, 7u)];
    bool valid = bank < 8u && index < (row.y & -size);
    valid = valid && (index & (size - 1u)) == 0u;
    if (!valid) nv_fault();
    return valid ? row.x + index : nowhere;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_add_u32(uint place, uint a, uint b) {
    return atomicAdd(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
ivec2 nv_int(vec2 a) {
    return ivec2(nv_int(a.x), nv_int(a.y));
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_exch_u32(uint place, uint a, uint b) {
    return atomicExchange(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program4 2.X.8, PK2H: to the nearest half
uint nv_half(float a) {
    uint bits = floatBitsToUint(a);
    uint sign = bits >> 16 & 0x8000u;
    uint magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return sign | 0x7e00u;
    if (magnitude >= 0x477ff000u) return sign | 0x7c00u;
    if (magnitude < 0x38800000u) {
        return sign | uint(int(roundEven(uintBitsToFloat(magnitude) * 16777216.0)));
    }
    return sign | (magnitude + 0x0fffu + (magnitude >> 13 & 1u) - 0x38000000u) >> 13;
}

// NV_gpu_program4 2.X.8, PK2H
uint nv_pk2h(vec2 a) {
    return nv_half(a.x) | nv_half(a.y) << 16u;
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32x4(uint place, uvec4 value) {
    if (place != nowhere) nv_vectors[place >> 4] = value;
}

void main() {
    float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    uvec4 fragment_position = floatBitsToUint(gl_FragCoord);
    precise vec4 view = vec4(zero);
    precise vec4 v_half = vec4(zero);
    precise vec4 color_2;
    precise vec4 light = vec4(zero);
    uvec4 r;
    ivec4 place_2 = ivec4(0);
    uvec4 node = uvec4(0);
    vec4 CC0 = vec4(0.0);
    color = vec4(zero);
    view.xyz = eye.xyz - TEX0.xyz;
    {
        precise float value = nv_dp3(view.xyz, view.xyz);
        r.w = floatBitsToUint(value);
    }
    view.xyz = nv_nrm(view.xyz);
    light.x = nv_max(view.y, zero);
    light.y = 1.0 - light.x;
    light.z = light.y * light.y;
    light.z = light.z * light.y;
    color_2.w = light.z * look.x + tint.w;
    color_2.xyz = light.z * vec3(0.1, 0.12, 0.22) + tint.xyz;
    // Veins of a leaf, from its middle
    {
        precise float value = TEX1.x * 13.0 + 0.5;
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = nv_frc(uintBitsToFloat(r.x));
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = uintBitsToFloat(r.x) * 2.0 - 1.0;
        r.x = floatBitsToUint(value);
    }
    r.x = floatBitsToUint(abs(uintBitsToFloat(r.x)));
    {
        precise float value = nv_saturate(uintBitsToFloat(r.x) * -9.0 + 1.4);
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = uintBitsToFloat(r.x) * look.z;
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = uintBitsToFloat(r.x) * 0.55 + 1.0;
        r.x = floatBitsToUint(value);
    }
    color_2.xyz = color_2.xyz * uintBitsToFloat(r.x);
    {
        precise float value = nv_saturate(TEX1.y * -30.0 + 29.5);
        r.y = floatBitsToUint(value);
    }
    {
        precise float value = look.z * -1.0 + 1.0;
        r.z = floatBitsToUint(value);
    }
    {
        precise float value = nv_max_words(uintBitsToFloat(r.y), uintBitsToFloat(r.z));
        r.y = floatBitsToUint(value);
    }
    color_2.w = color_2.w * uintBitsToFloat(r.y);
    // The glance of the light
    v_half.xyz = view.xyz + sun.xyz;
    v_half.xyz = nv_nrm(v_half.xyz);
    {
        precise float value = nv_max(v_half.y, zero);
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = nv_pow(uintBitsToFloat(r.x), 90.0);
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = uintBitsToFloat(r.x) * sun.w;
        r.x = floatBitsToUint(value);
    }
    color_2.xyz = uintBitsToFloat(r.x) * 0.5 + color_2.xyz;
    // Far away it is the night's
    {
        precise float value = nv_dp2(TEX0.xz, TEX0.xz);
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = uintBitsToFloat(r.x) * look.y;
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = nv_ex2(-uintBitsToFloat(r.x));
        r.x = floatBitsToUint(value);
    }
    color_2.w = nv_saturate(color_2.w * uintBitsToFloat(r.x));
    {
        precise float value = color_2.w - 0.004;
        CC0.x = value;
        r.x = floatBitsToUint(value);
    }
    if (CC0.x < 0.0) discard;
    // A node at the head of the list of the pixel; there is room for four a pixel
    node.w = nv_add_u32(nv_bound(1u, 0u, 4u), 1u, 0u);
    r.xy = uvec2(nv_int(floor(size.xy)));
    r.z = uint(int(r.x) * int(r.y));
    r.z = uint(int(r.z) * 4);
    r.w = uint(-int(node.w < r.z));
    CC0.w = float(int(r.w));
    if (CC0.w != 0.0) {
        place_2.xy = nv_int(floor(uintBitsToFloat(fragment_position.xy)));
        place_2.x = place_2.y * int(r.x) + place_2.x;
        place_2.x = int(uint(place_2.x) << 2u);
        place_2.y = int(node.w + 1u);
        place_2.z = int(nv_exch_u32(nv_bound(0u, uint(place_2.x), 4u), uint(place_2.y), uint(place_2.y)));
        place_2.y = int(node.w << 4u);
        place_2.y = int(uint(place_2.y) + nodes.x);
        node.x = fragment_position.z;
        node.y = nv_pk2h(color_2.xy);
        node.z = nv_pk2h(color_2.zw);
        node.w = uint(place_2.z);
        nv_store_u32x4(nv_resident(uvec2(uint(place_2.y), 0u), 16u, false, true), node);
    }
    color = color_2;
}
