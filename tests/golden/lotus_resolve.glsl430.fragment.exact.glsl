#version 430
// Translated from lotus_resolve.fp (!!NVfp5.0): fragment shader, exact numerics
// The list of a pixel, put in order and laid over what is behind it. Of more than 20 the nearest count; of two
// at one depth their colours decide, so that the picture does not depend on the order of the list.
//
//   program.local[0]   x: how many numbers a row of pixels has
//   program.local[1]   x: address of the nodes, low word (integer)

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

layout(std140, binding = 20) uniform FragmentParameters {
    vec4 size;
    uvec4 nodes;
};
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
uvec4 layer[21] = uvec4[21](uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0), uvec4(0));

uvec4 layer_at(int index) {
    uvec4 value = layer[min(uint(index), 20u)];
    return uint(index) < 21u ? value : floatBitsToUint(vec4(zero));
}

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

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
ivec2 nv_int(vec2 a) {
    return ivec2(nv_int(a.x), nv_int(a.y));
}

// NV_shader_storage_buffer_object 2.X.3.Y
uint nv_bound(uint bank, uint index, uint size) {
    uvec4 row = nv_storage_buffers[min(bank, 7u)];
    bool valid = bank < 8u && index < (row.y & -size);
    valid = valid && (index & (size - 1u)) == 0u;
    if (!valid) nv_fault();
    return valid ? row.x + index : nowhere;
}

// NV_gpu_program5 2.X.4.5
uint nv_load_u32(uint place) {
    return nv_memory[place >> 2];
}

// NV_gpu_program5 2.X.4.5
uvec4 nv_load_u32x4(uint place) {
    return nv_vectors[place >> 4];
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, UP2H
float nv_from_half(uint a) {
    uint sign = (a & 0x8000u) << 16;
    uint magnitude = a & 0x7fffu;
    uint bits = magnitude >= 0x7c00u ? magnitude << 13 | 0x7f800000u : (magnitude << 13) + 0x38000000u;
    if (magnitude < 0x400u) bits = floatBitsToUint(float(magnitude) / 16777216.0);
    return uintBitsToFloat(bits | sign);
}

// NV_gpu_program4 2.X.8, UP2H
vec4 nv_up2h(uint a) {
    vec2 halves = vec2(nv_from_half(a), nv_from_half(a >> 16));
    return halves.xyxy;
}

// exact numerics: constants that no compiler folds
vec2 nv_opaque(vec2 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec2(zero)));
}

void main() {
    ivec4 count = ivec4(0);
    ivec4 place_2 = ivec4(0);
    uvec4 node = floatBitsToUint(vec4(zero));
    ivec4 k = ivec4(0);
    uvec4 found_2 = floatBitsToUint(vec4(zero));
    uvec4 r = floatBitsToUint(vec4(zero));
    precise vec4 color_2 = vec4(zero);
    precise vec4 sum = vec4(zero);
    vec4 CC0 = vec4(0.0);
    int turns = 0;  // of all loops together: at most 65535
    color = vec4(zero);
    place_2.xy = nv_int(floor(gl_FragCoord.xy));
    place_2.z = nv_int(floor(size.x));
    place_2.x = place_2.y * place_2.z + place_2.x;
    place_2.x = int(uint(place_2.x) << 2u);
    place_2.x = int(nv_load_u32(nv_bound(0u, uint(place_2.x), 4u)));
    count.x = 0;
    for (int count_2 = 64; count_2-- > 0 && turns++ < 65535;) {
        r.x = uint(-int(uint(place_2.x) == 0u));
        CC0.x = float(int(r.x));
        if (CC0.x != 0.0) {
            break;
        }
        place_2.x = int(uint(place_2.x) - 1u);
        place_2.x = int(uint(place_2.x) << 4u);
        place_2.x = int(uint(place_2.x) + nodes.x);
        node = nv_load_u32x4(nv_resident(uvec2(uint(place_2.x), 0u), 16u, true, false));
        place_2.x = int(node.w);
        // Up from the end, those that are farther make room
        k.x = count.x;
        for (int count_3 = 21; count_3-- > 0 && turns++ < 65535;) {
            r.x = uint(-int(k.x == 0));
            CC0.x = float(int(r.x));
            if (CC0.x != 0.0) {
                break;
            }
            k.y = k.x - 1;
            found_2 = layer_at(k.y);
            {
                precise float value = nv_opaque(float(uintBitsToFloat(node.x) < uintBitsToFloat(found_2.x)));
                r.x = floatBitsToUint(value);
            }
            {
                precise float value = nv_opaque(float(uintBitsToFloat(node.x) == uintBitsToFloat(found_2.x)));
                r.y = floatBitsToUint(value);
            }
            r.z = uint(-int(node.y < found_2.y));
            r.z = r.z & 0x3f800000u;
            {
                precise float value = uintBitsToFloat(r.y) * nv_opaque(uintBitsToFloat(r.z)) + uintBitsToFloat(r.x);
                CC0.x = value;
                r.x = floatBitsToUint(value);
            }
            if (CC0.x == 0.0) {
                break;
            }
            if (uint(k.x) < 21u) layer[k.x] = found_2;
            k.x = k.y;
        }
        if (uint(k.x) < 21u) layer[k.x] = node;
        count.x = count.x + 1;
        count.x = min(count.x, 20);
    }
    r.x = uint(-int(count.x == 0));
    CC0.x = float(int(r.x));
    if (CC0.x != 0.0) discard;
    // From the front to the back
    sum = vec4(zero, zero, zero, 1.0);
    k.x = 0;
    for (int count_4 = count.x; count_4 > 0 && turns++ < 65535; --count_4) {
        node = layer_at(k.x);
        color_2.xy = nv_opaque(nv_up2h(node.y).xy);
        {
            precise vec2 value = nv_opaque(nv_up2h(node.z).xy);
            r.xy = floatBitsToUint(value);
        }
        color_2.zw = uintBitsToFloat(r.xy);
        {
            precise float value = color_2.w * sum.w;
            r.z = floatBitsToUint(value);
        }
        sum.xyz = color_2.xyz * uintBitsToFloat(r.z) + sum.xyz;
        {
            precise float value = 1.0 - color_2.w;
            r.z = floatBitsToUint(value);
        }
        sum.w = sum.w * uintBitsToFloat(r.z);
        k.x = k.x + 1;
    }
    color.xyz = sum.xyz;
    color.w = 1.0 - sum.w;
}
