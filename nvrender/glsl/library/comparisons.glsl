// Comparisons, choices and ranges

// --- Precise, so that what is NaN counts as such

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_equal(float a, float b) {
    precise bool r = a == b;
    return r;
}
genBType nv_equal(genFType a, genFType b) {
    precise genBType r = equal(a, b);
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater(float a, float b) {
    precise bool r = a > b;
    return r;
}
genBType nv_greater(genFType a, genFType b) {
    precise genBType r = greaterThan(a, b);
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater_equal(float a, float b) {
    precise bool r = a >= b;
    return r;
}
genBType nv_greater_equal(genFType a, genFType b) {
    precise genBType r = greaterThanEqual(a, b);
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_less(float a, float b) {
    precise bool r = a < b;
    return r;
}
genBType nv_less(genFType a, genFType b) {
    precise genBType r = lessThan(a, b);
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_less_equal(float a, float b) {
    precise bool r = a <= b;
    return r;
}
genBType nv_less_equal(genFType a, genFType b) {
    precise genBType r = lessThanEqual(a, b);
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_not_equal(float a, float b) {
    precise bool r = a != b;
    return r;
}
genBType nv_not_equal(genFType a, genFType b) {
    precise genBType r = notEqual(a, b);
    return r;
}

// --- 1 or 0; NaN if an operand is

// NV_vertex_program2 2.14.3.29
float nv_seq(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : float(a == b);
}
genFType nv_seq(genFType a, genFType b) {
    return mix(mix(genFType(equal(a, b)), b, isnan(b)), a, isnan(a));
}

// NV_vertex_program2 2.14.3.31
float nv_sge(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : float(a >= b);
}
genFType nv_sge(genFType a, genFType b) {
    return mix(mix(genFType(greaterThanEqual(a, b)), b, isnan(b)), a, isnan(a));
}

// NV_vertex_program2 2.14.3.32
float nv_sgt(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : float(a > b);
}
genFType nv_sgt(genFType a, genFType b) {
    return mix(mix(genFType(greaterThan(a, b)), b, isnan(b)), a, isnan(a));
}

// NV_vertex_program2 2.14.3.34
float nv_sle(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : float(a <= b);
}
genFType nv_sle(genFType a, genFType b) {
    return mix(mix(genFType(lessThanEqual(a, b)), b, isnan(b)), a, isnan(a));
}

// NV_vertex_program2 2.14.3.35
float nv_slt(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : float(a < b);
}
genFType nv_slt(genFType a, genFType b) {
    return mix(mix(genFType(lessThan(a, b)), b, isnan(b)), a, isnan(a));
}

// NV_vertex_program2 2.14.3.36
float nv_sne(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : float(a != b);
}
genFType nv_sne(genFType a, genFType b) {
    return mix(mix(genFType(notEqual(a, b)), b, isnan(b)), a, isnan(a));
}

// NV_gpu_program4 2.X.8, SSG
// NV_vertex_program2 2.14.3.37
float nv_ssg(float a) {
    return isnan(a) ? a : a == 0.0 ? 0.0 : sign(a);
}
genFType nv_ssg(genFType a) {
    genFType r = mix(sign(a), genFType(0.0), equal(a, genFType(0.0)));
    return mix(r, a, isnan(a));
}

// NV_fragment_program 3.11.5.16, MAX: NaN if an operand is
// NV_vertex_program2 2.14.3.21
// name: nv_max in vp1, vp2, fp1, fp2
float nv_max_or_nan(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}
genFType nv_max_or_nan(genFType a, genFType b) {
    genFType r = mix(max(a, b), intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)), equal(a, b));
    return mix(mix(r, b, isnan(b)), a, isnan(a));
}

// NV_fragment_program 3.11.5.17, MIN: NaN if an operand is
// NV_vertex_program2 2.14.3.22
// name: nv_min in vp1, vp2, fp1, fp2
float nv_min_or_nan(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) | floatBitsToInt(b)) : min(a, b);
}
genFType nv_min_or_nan(genFType a, genFType b) {
    genFType r = mix(min(a, b), intBitsToFloat(floatBitsToInt(a) | floatBitsToInt(b)), equal(a, b));
    return mix(mix(r, b, isnan(b)), a, isnan(a));
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
// NV_fragment_program 3.11.5.16, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    precise float r = mix(b, a, a > b);
    return r;
}
genFType nv_max(genFType a, genFType b) {
    precise genFType r = mix(b, a, greaterThan(a, b));
    return r;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
// NV_fragment_program 3.11.5.17, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    precise float r = mix(a, b, a > b);
    return r;
}
genFType nv_min(genFType a, genFType b) {
    precise genFType r = mix(a, b, greaterThan(a, b));
    return r;
}

// NV_gpu_program4 2.X.8, MAX: words that are denormal are zeros, and go on as they are
// NV_fragment_program 3.11.5.16, MAX: words that are denormal are zeros, and go on as they are
float nv_max_words(float a, float b) {
    precise float r = mix(b, a, nv_flush(a) > nv_flush(b));
    return r;
}

// NV_gpu_program4 2.X.8, MIN: words that are denormal are zeros, and go on as they are
// NV_fragment_program 3.11.5.17, MIN: words that are denormal are zeros, and go on as they are
float nv_min_words(float a, float b) {
    precise float r = mix(a, b, nv_flush(a) > nv_flush(b));
    return r;
}

// NV_gpu_program4 2.X.8, CMP
int nv_choose(int a, int b, int c) {
    return a < 0 ? b : c;
}

// NV_vertex_program 2.14.1.11: -NaN < -INF < -0.0 < +0.0 < +INF < +NaN
int nv_order(float a) {
    int bits = floatBitsToInt(a);
    return clamp(bits ^ (bits >> 31 & 0x7fffffff), -0x7f800002, 0x7f800001);
}
genIType nv_order(genFType a) {
    genIType bits = floatBitsToInt(a);
    return clamp(bits ^ (bits >> 31 & 0x7fffffff), -0x7f800002, 0x7f800001);
}

// NV_vertex_program 2.14.1.11: computed NaNs are +NaN
float nv_number(float a) {
    return isnan(a) ? uintBitsToFloat(0x7fc00000u) : a;
}
genFType nv_number(genFType a) {
    return mix(a, genFType(uintBitsToFloat(0x7fc00000u)), isnan(a));
}

// --- Ranges

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
// NV_fragment_program 3.11.4.4: _SAT; NaN stays
float nv_saturate(float a) {
    precise float r = mix(mix(a, 0.0, a < 0.0), 1.0, a > 1.0);
    return r;
}

// ARB_fragment_program 3.11.4.4: in [0, 1]; NaN and words that are denormal stay
float nv_saturate_words(float a) {
    int word = floatBitsToInt(a);
    bool number = (word & 0x7fffffff) <= 0x7f800000, small = word < 0 && word != ~0x7fffffff;
    return !number ? a : small ? 0.0 : word > 0x3f800000 ? 1.0 : a;
}

// NV_gpu_program4 2.X.4.1: SSAT; NaN stays
float nv_saturate_signed(float a) {
    precise float r = mix(mix(a, -1.0, a < -1.0), 1.0, a > 1.0);
    return r;
}

// NV_fragment_program_option 3.11.4.X: precision X; NaN stays
float nv_fixed_point(float a) {
    precise float r = mix(mix(a, -2.0, a < -2.0), 1.9990234375, a > 1.9990234375);
    return r;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
float nv_fx12(float a) {
    return isnan(a) ? 0.0 : clamp(a, -2.0, 1.9990234375);
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point
genFType fx12(genFType a) {
    return clamp(a, -2.0, 1.9990234375);
}

// NV_gpu_program4 2.X.8, LIT
// NV_fragment_program 3.11.5.13, LIT
// NV_vertex_program2 2.14.3.18
float nv_positive(float a) {
    precise float r = mix(a, 0.0, a <= 0.0);
    return r;
}

// NV_gpu_program4 2.X.8, PK2US, PK4UB: in [0, 1]; NaN is 0
// NV_fragment_program 3.11.5.21, PK2US, PK4UB: in [0, 1]; NaN is 0
float nv_unit(float a) {
    return isnan(a) ? 0.0 : clamp(a, 0.0, 1.0);
}
