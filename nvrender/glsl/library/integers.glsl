// Integers of 32 bits

// NV_fragment_program2 3.11.X.8, LOOP: an index beyond the largest integer stays there
int nv_index_sum(int index, int added) {
    return index + min(added, 0x7fffffff - index);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
uint nv_uint(float a) {
    if (isnan(a)) return 0u;
    return a <= 0.0 ? 0u : a >= 4294967296.0 ? 0xffffffffu
        : a >= 2147483648.0 ? uint(int(a - 2147483648.0)) | 0x80000000u : uint(int(a));
}

// NV_vertex_program2 2.14.3.4: clamped to [-512, 511]; NaN loads 0
int nv_address(float a) {
    return isnan(a) ? 0 : int(clamp(a, -512.0, 511.0));
}
genIType nv_address(genFType a) {
    return genIType(mix(clamp(a, -512.0, 511.0), genFType(0.0), isnan(a)));
}

// NV_gpu_program4 2.X.8, DIV: all ones for a zero divisor
int nv_div(int a, int b) {
    int divisor = b == 0 || b == -1 ? 1 : b;
    return b == 0 ? -1 : b == -1 ? -a : a / divisor;
}

// NV_gpu_program4 2.X.8, DIV: all ones for a zero divisor
uint nv_udiv(uint a, uint b) {
    return b == 0u ? 0xffffffffu : a / (b == 0u ? 1u : b);
}

// NV_gpu_program4 2.X.8, MOD: all ones for a zero divisor, the dividend's sign
int nv_mod(int a, int b) {
    int divisor = b == 0 || b == -1 ? 1 : b;
    return b == 0 ? -1 : a - a / divisor * divisor;
}

// NV_gpu_program4 2.X.8, MOD: all ones for a zero divisor
uint nv_umod(uint a, uint b) {
    return b == 0u ? 0xffffffffu : a % (b == 0u ? 1u : b);
}

// --- High halves of products, by masks (quirks.SELECTED_WORDS)

// NV_gpu_program4 2.X.8, MUL: the high 32 bits
// NV_fragment_program 3.11.5.19, MUL: the high 32 bits
uint nv_umul_high(uint a, uint b) {
    uint low = (a & 0xffffu) * (b & 0xffffu);
    uint middle = (a >> 16) * (b & 0xffffu) + (low >> 16);
    uint other = (a & 0xffffu) * (b >> 16) + (middle & 0xffffu);
    return (a >> 16) * (b >> 16) + (middle >> 16) + (other >> 16);
}

// NV_gpu_program4 2.X.8, MUL: the high 32 bits
// NV_fragment_program 3.11.5.19, MUL: the high 32 bits
int nv_mul_high(int a, int b) {
    return int(nv_umul_high(uint(a), uint(b))) - (a >> 31 & b) - (b >> 31 & a);
}

// --- Shifts

// NV_gpu_program4 2.X.8, SHL: 0 for counts outside 0...31
uint nv_shl(uint a, uint b) {
    return b > 31u ? 0u : a << (b & 31u);
}

// NV_gpu_program4 2.X.8, SHR: the sign for counts outside 0...31
int nv_shr(int a, uint b) {
    return a >> (b > 31u ? 31u : b);
}

// NV_gpu_program4 2.X.8, SHR: 0 for counts outside 0...31
uint nv_ushr(uint a, uint b) {
    return b > 31u ? 0u : a >> (b & 31u);
}

// NV_gpu_program4 2.X.8, SAD
uint nv_difference(int a, int b) {
    return a > b ? uint(a) - uint(b) : uint(b) - uint(a);
}

// NV_gpu_program4 2.X.8, SAD
uint nv_udifference(uint a, uint b) {
    return a > b ? a - b : b - a;
}

// --- Overflow and carry

// NV_gpu_program4 2.X.4.3: OF of a + b
bool nv_sum_overflow(int a, int b) {
    int sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0;
}

// NV_gpu_program4 2.X.4.3: OF of a - b
bool nv_difference_overflow(int a, int b) {
    return ((a ^ b) & (a ^ (a - b))) < 0;
}

// NV_gpu_program4 2.X.4.3: CF of a + b
bool nv_sum_carry(int a, int b) {
    return uint(a) + uint(b) < uint(a);
}

// NV_gpu_program4 2.X.4.3: CF of a - b
bool nv_difference_carry(int a, int b) {
    return uint(a) >= uint(b);
}
