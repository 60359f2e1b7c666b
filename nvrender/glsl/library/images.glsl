// What formatted stores write: a component of a texel each, of which packing takes as many bits as it has.

// EXT_shader_image_load_store 3.9.X
// calls: nv_unit 4
uvec4 nv_normalized(uvec4 words, vec4 most) {
    return uvec4(ivec4(roundEven(most * nv_unit(uintBitsToFloat(words)))));
}

// EXT_shader_image_load_store 3.9.X
// calls: nv_signed_unit 4
uvec4 nv_signed_normalized(uvec4 words, float most) {
    return uvec4(ivec4(roundEven(most * nv_signed_unit(uintBitsToFloat(words)))));
}

// EXT_shader_image_load_store 3.9.X: NaN is 0
float nv_signed_unit(float a) {
    return isnan(a) ? 0.0 : clamp(a, -1.0, 1.0);
}

// EXT_shader_image_load_store 3.9.X
uint nv_of_colors(uvec4 a) {
    return a.x | a.y << 10 | a.z << 20 | a.w << 30;
}

// EXT_shader_image_load_store 3.9.X
uint nv_of_unsigned_floats(uvec4 a) {
    return nv_unsigned_float(a.x, 6) | nv_unsigned_float(a.y, 6) << 11 | nv_unsigned_float(a.z, 5) << 22;
}

// OpenGL 3.0, 2.1.3 and 2.1.4
uint nv_unsigned_float(uint a, int bits) {
    uint infinity = 31u << bits, exponent = a >> 23 & 0xffu, fraction = a & 0x7fffffu;
    if (exponent == 255u && fraction != 0u) return infinity | 1u << (bits - 1);
    if ((a & 0x80000000u) != 0u || exponent == 0u) return 0u;
    if (exponent == 255u) return infinity;
    if (exponent > 142u) return infinity - 1u;
    uint whole = fraction | 0x800000u;
    uint shift = uint(23 - bits) + (exponent > 112u ? 0u : min(113u - exponent, 12u));
    uint word = (whole >> shift) + (exponent > 112u ? (exponent - 113u) << bits : 0u);
    word += uint(nv_round_up(word, whole & ((1u << shift) - 1u), 1u << (shift - 1u), false, 0));
    return min(word, infinity - 1u);
}
