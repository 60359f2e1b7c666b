// Several numbers in a word

// NV_gpu_program4 2.X.8, PK2H: to the nearest half
// NV_fragment_program 3.11.5.20, PK2H: to the nearest half
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

// NV_gpu_program4 2.X.8, UP2H
// NV_fragment_program 3.11.5.41, UP2H
float nv_from_half(uint a) {
    uint sign = (a & 0x8000u) << 16;
    uint magnitude = a & 0x7fffu;
    uint bits = magnitude >= 0x7c00u ? magnitude << 13 | 0x7f800000u : (magnitude << 13) + 0x38000000u;
    if (magnitude < 0x400u) bits = floatBitsToUint(float(magnitude) / 16777216.0);
    return uintBitsToFloat(bits | sign);
}

// NV_gpu_program4 2.X.8, PK4B: round(127 a + 128); NaN is 0
// NV_fragment_program 3.11.5.22, PK4B: round(127 a + 128); NaN is 0
uint nv_signed_byte(float a) {
    precise float value = 127.0 * clamp(isnan(a) ? 0.0 : a, -128.0 / 127.0, 1.0) + 128.0;
    return uint(int(roundEven(value)));
}

// NV_gpu_program4 2.X.8, PK2H
// NV_fragment_program 3.11.5.20, PK2H
uint nv_pk2h(vec2 a) {
    return nv_half(a.x) | nv_half(a.y) << 16u;
}

// NV_gpu_program4 2.X.8, PK2US
// NV_fragment_program 3.11.5.21, PK2US
// calls: nv_unit 2
uint nv_pk2us(vec2 a) {
    uvec2 words = uvec2(ivec2(roundEven(65535.0 * nv_unit(a))));
    return words.x | words.y << 16u;
}

// NV_gpu_program4 2.X.8, PK4B
// NV_fragment_program 3.11.5.22, PK4B
uint nv_pk4b(vec4 a) {
    return nv_signed_byte(a.x) | nv_signed_byte(a.y) << 8u
        | nv_signed_byte(a.z) << 16u | nv_signed_byte(a.w) << 24u;
}

// NV_gpu_program4 2.X.8, PK4UB
// NV_fragment_program 3.11.5.23, PK4UB
// calls: nv_unit 4
uint nv_pk4ub(vec4 a) {
    uvec4 bytes = uvec4(ivec4(roundEven(255.0 * nv_unit(a))));
    return bytes.x | bytes.y << 8u | bytes.z << 16u | bytes.w << 24u;
}

// NV_gpu_program4 2.X.8, UP2H
// NV_fragment_program 3.11.5.41, UP2H
vec4 nv_up2h(uint a) {
    vec2 halves = vec2(nv_from_half(a), nv_from_half(a >> 16));
    return halves.xyxy;
}

// NV_gpu_program4 2.X.8, UP2US
// NV_fragment_program 3.11.5.42, UP2US
vec4 nv_up2us(uint a) {
    precise vec2 words = vec2(uvec2(a, a >> 16) & 0xffffu) / 65535.0;
    return words.xyxy;
}

// NV_gpu_program4 2.X.8, UP4B
// NV_fragment_program 3.11.5.43, UP4B
vec4 nv_up4b(uint a) {
    precise vec4 bytes = (vec4(uvec4(a, a >> 8, a >> 16, a >> 24) & 0xffu) - 128.0) / 127.0;
    return bytes;
}

// NV_gpu_program4 2.X.8, UP4UB
// NV_fragment_program 3.11.5.44, UP4UB
vec4 nv_up4ub(uint a) {
    precise vec4 bytes = vec4(uvec4(a, a >> 8, a >> 16, a >> 24) & 0xffu) / 255.0;
    return bytes;
}
