// Doubles; denormals are zeros (docs/semantics.md).

// NV_gpu_program5 2.X.4.1
double nv_double(uvec2 words) {
    bool small = (words.y & 0x7ff00000u) == 0u;
    return packDouble2x32(small ? uvec2(0u, words.y & 0x80000000u) : words);
}

// NV_gpu_program5 2.X.4.1
double nv_opaque_double(uvec2 words) {
    return nv_double(words | uvec2(floatBitsToUint(zero)));
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_double_words(double a) {
    uvec2 words = unpackDouble2x32(a);
    return (words.y & 0x7ff00000u) == 0u ? uvec2(0u, words.y & 0x80000000u) : words;
}

// --- Comparisons, named precise (quirks.OPPOSITES)

// NV_gpu_program5 2.X.4.1
bool nv_double_equal(double a, double b) {
    precise bool result = a == b;
    return result;
}

// NV_gpu_program5 2.X.4.1
bool nv_double_less(double a, double b) {
    precise bool result = a < b;
    return result;
}

// NV_gpu_program5 2.X.4.1
bool nv_double_most(double a, double b) {
    precise bool result = a <= b;
    return result;
}

// --- Signs, roots and ranges

// NV_gpu_program5 2.X.4.1
double nv_double_signed(double a, double sign) {
    uvec2 words = unpackDouble2x32(a);
    uint bit = unpackDouble2x32(sign).y & 0x80000000u;
    return packDouble2x32(uvec2(words.x, (words.y & 0x7fffffffu) | bit));
}

// NV_gpu_program5 2.X.4.1
double nv_double_rsq(double a) {
    uvec2 words = unpackDouble2x32(a);
    if ((words.x | (words.y & 0x7fffffffu)) == 0u) return packDouble2x32(uvec2(0u, 0x7ff00000u));
    precise double root = sqrt(a), result = 1.0lf / root;
    return result;
}

// NV_gpu_program5 2.X.4.1
double nv_double_sign(double a) {
    uvec2 words = unpackDouble2x32(a);
    uint high = words.y & 0x7fffffffu;
    if (high > 0x7ff00000u || (high == 0x7ff00000u && words.x != 0u)) return a;
    uint one = (high | words.x) == 0u ? 0u : 0x3ff00000u | (words.y & 0x80000000u);
    return packDouble2x32(uvec2(0u, one));
}

// NV_gpu_program5 2.X.4.1
float nv_double_code(uvec2 words) {
    uint high = words.y & 0x7fffffffu;
    bool nan = high > 0x7ff00000u || (high == 0x7ff00000u && words.x != 0u);
    if (nan) return uintBitsToFloat(0x7fc00000u);
    return (high | words.x) == 0u ? 0.0 : words.y > 0x7fffffffu ? -1.0 : 1.0;
}

// NV_gpu_program5 2.X.4.1
double nv_double_clamp(double a, double low) {
    a = nv_double(unpackDouble2x32(a));
    return nv_double_less(a, low) ? low : nv_double_less(1.0lf, a) ? 1.0lf : a;
}

// --- To the nearest whole number, not by roundEven (quirks.ROUNDED_HALVES)

// NV_gpu_program5 2.X.4.1
double nv_double_even(double a) {
    double size = abs(a), whole = floor(size), rest = size - whole;
    if (!nv_double_less(size, 4503599627370496.0lf)) return a;
    bool odd = nv_double_less(2.0lf * floor(0.5lf * whole), whole);
    if (nv_double_less(0.5lf, rest) || (odd && !nv_double_less(rest, 0.5lf))) whole += 1.0lf;
    return nv_double_less(a, 0.0lf) ? -whole : whole;
}
