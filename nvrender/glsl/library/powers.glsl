// Reciprocals, roots, powers and logarithms. The numbers are near-minimax polynomials, whose terms are added up
// in pairs so that processors work on several at once; the bounds are the specifications'.

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
// NV_fragment_program 3.11.5.25, RCP: what is below 2^-126 is zero
// NV_vertex_program2 2.14.3.26: 1/a; what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    precise float r = mix(1.0 / a, uintBitsToFloat(sign), abs(a) > uintBitsToFloat(0x7e800000u));
    r = mix(r, uintBitsToFloat(sign | 0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
// NV_fragment_program 3.11.5.27, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    precise float r = mix(uintBitsToFloat(0x7fc00000u), inversesqrt(a), a > 0.0);
    r = mix(mix(r, 0.0, a == uintBitsToFloat(0x7f800000u)), uintBitsToFloat(0x7f800000u),
        abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_fragment_program 3.11.5.27, RSQ: -INF for -0.0, NaN below
// NV_vertex_program2 2.14.3.28: -INF for -0.0, NaN below
// name: nv_rsq in vp1, vp2, fp1, fp2
float nv_rsq_signed(float a) {
    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;
    precise float r = mix(uintBitsToFloat(0x7fc00000u), inversesqrt(a), a > 0.0);
    r = mix(mix(r, 0.0, a == uintBitsToFloat(0x7f800000u)), uintBitsToFloat(infinity),
        abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// ARB_vertex_program 2.14.5.22: of the absolute value
// NV_vertex_program 2.14.1.10.7: of the absolute value
// name: nv_rsq
float nv_rsq_absolute(float a) {
    precise float r = mix(inversesqrt(abs(a)), 0.0, abs(a) == uintBitsToFloat(0x7f800000u));
    r = mix(r, uintBitsToFloat(0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_gpu_program4 2.X.8, RCC: magnitude in [2^-64, 2^64], sign kept
// NV_vertex_program2 2.14.3.25: magnitude in [2^-64, 2^64], sign kept
float nv_rcc(float a) {
    float r = 1.0 / a;
    float magnitude = clamp(abs(r), uintBitsToFloat(0x1f800000u), uintBitsToFloat(0x5f800000u));
    uint sign = floatBitsToUint(r) & 0x80000000u;
    return isnan(a) ? a : uintBitsToFloat(sign | floatBitsToUint(magnitude));
}

// NV_gpu_program4 2.X.8, RCC: magnitude in [2^-64, 2^64], sign kept
// NV_vertex_program2 2.14.3.25: magnitude in [2^-64, 2^64], sign kept
float clamped_reciprocal(float a) {
    float r = 1.0 / a, size = clamp(abs(r), exp2(-64.0), exp2(64.0));
    return r < 0.0 || a < 0.0 ? -size : size;
}

// --- Powers and logarithms

// NV_gpu_program4 2.X.8, EX2
// NV_fragment_program 3.11.5.8, EX2
// NV_vertex_program2 2.14.3.13: error below 2^-22 * 2^floor(a)
float nv_ex2(float a) {
    float n = floor(clamp(a, -127.0, 128.0));
    precise float x = clamp(a, -127.0, 128.0) - n;
    precise float y = x * x;
    precise float r = 1.0 + x * (0.693147 + x * 0.24023011 + y * (0.05548128 + x * 0.0096838456
        + y * (0.0012388321 + x * 0.00021892281)));
    r *= intBitsToFloat(int(n) + 127 << 23);  // 0 and INF, too
    return isnan(a) ? a : r;
}

// NV_gpu_program4 2.X.8, LG2
// NV_fragment_program 3.11.5.12, LG2
// NV_vertex_program2 2.14.3.17: error below 2^-22
float nv_lg2(float a) {
    int bits = floatBitsToInt(a) - 0x3f3504f3;
    float m = intBitsToFloat((bits & 0x007fffff) + 0x3f3504f3);
    precise float x = (m - 1.0) / (m + 1.0);
    precise float y = x * x;
    precise float r = float(bits >> 23)
        + x * (2.88539 + y * 0.96179885 + y * y * (0.57671386 + y * 0.43174833));
    if (!(a >= uintBitsToFloat(0x00800000u))) {
        r = a > -uintBitsToFloat(0x00800000u) ? -uintBitsToFloat(0x7f800000u)
            : uintBitsToFloat(0x7fc00000u);
    }
    return isnan(a) || a == uintBitsToFloat(0x7f800000u) ? a : r;
}

// NV_gpu_program4 2.X.8, POW: 2^(b log2 a)
// NV_fragment_program 3.11.5.24, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// ARB_vertex_program 2.14.5.9: 2^n for whole n
// NV_vertex_program2 2.14.3.14: 2^n for whole n; overflows to INF, underflows to 0
float nv_power_of_two(float n) {
    float r = intBitsToFloat(int(clamp(n, -127.0, 128.0)) + 127 << 23);
    return isnan(n) ? n : r;
}

// NV_vertex_program 2.14.1.10.15: 0 where 2^floor(a) overflows or underflows
float nv_exp_fraction(float a) {
    precise float r = mix(mix(a - floor(a), 0.0, a >= 128.0), 0.0, a < -126.0);
    return r;
}

// NV_vertex_program2 2.14.3.14: 0 where 2^floor(a) underflows
float nv_exp_approximation(float a) {
    precise float r = mix(exp2(a), 0.0, a < -126.0);
    return r;
}

// ARB_vertex_program 2.14.5.14
// NV_vertex_program2 2.14.3.19
float nv_log_exponent(float a) {
    int bits = floatBitsToInt(a) & 0x7fffffff;
    float r = float((bits >> 23) - 127);
    r = bits < 0x00800000 ? -uintBitsToFloat(0x7f800000u) : r;
    return bits >= 0x7f800000 ? intBitsToFloat(bits) : r;
}

// ARB_vertex_program 2.14.5.14
// NV_vertex_program2 2.14.3.19; 1 for 0 and INF: NV_vertex_program 2.14.1.10.16
float nv_log_mantissa(float a) {
    int bits = floatBitsToInt(a) & 0x7fffffff;
    float r = intBitsToFloat((bits & 0x007fffff) | 0x3f800000);
    return isnan(a) ? a : bits < 0x00800000 ? 1.0 : r;
}

// --- Specular light

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0; anything to the power 0 is 1
// NV_fragment_program 3.11.5.13, LIT: y^w where x > 0; anything to the power 0 is 1
float nv_specular(float x, float y, float w) {
    precise float r = nv_pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    r = isnan(y) || isnan(w) ? y + w : r;
    return nv_greater(x, 0.0) ? w == 0.0 ? 1.0 : r : 0.0;
}

// NV_vertex_program 2.14.1.10.17: y^w where x > 0; any base to the power 0 is 1
// name: nv_specular
float nv_specular_vp1(float x, float y, float w) {
    float power = clamp(w, -127.99609375, 127.99609375);
    precise float r = exp2(power * log2(max(y, 0.0)));
    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;
    return nv_greater(x, 0.0) ? w == 0.0 ? 1.0 : r : 0.0;
}

// NV_vertex_program2 2.14.3.18: y^w where x > 0
// name: nv_specular in vp1, vp2
float nv_specular_vp2(float x, float y, float w) {
    float power = clamp(w, -127.99609375, 127.99609375);
    precise float r = power == 0.0 ? 1.0 : exp2(power * log2(max(y, 0.0)));
    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;
    return nv_greater(x, 0.0) ? r : 0.0;
}

// NV_fragment_program 3.11.5.13, LIT: y^w where x > 0, as POW has it
// name: nv_specular
float nv_specular_fp1(float x, float y, float w) {
    return nv_greater(x, 0.0) ? nv_pow(nv_less(y, 0.0) ? 0.0 : y, w) : 0.0;
}

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
// NV_fragment_program 3.11.5.13, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

// NV_vertex_program2 2.14.3.18: y^w where x > 0
// name: specular in vp1, vp2
float specular_vp(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99609375, 127.99609375));
    return x > 0.0 ? r : 0.0;
}

// NV_fragment_program 3.11.5.13, LIT: y^w where x > 0
// name: specular
float specular_fp1(float x, float y, float w) {
    return x > 0.0 ? pow(max(y, 0.0), w) : 0.0;
}
