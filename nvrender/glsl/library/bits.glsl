// Bit fields and counts: nothing beyond shifts, so that every target has them.

// NV_gpu_program5 2.X.8, BFE
int nv_bfe(uint a, uint b, int c) {
    if (a == 0u || a > 32u || b > 31u || a + b > 32u) return 0;
    return (c << (32u - a - b)) >> (32u - a);
}

// NV_gpu_program5 2.X.8, BFE
uint nv_ubfe(uint a, uint b, uint c) {
    if (a == 0u || a > 32u || b > 31u || a + b > 32u) return 0u;
    return (c << (32u - a - b)) >> (32u - a);
}

// NV_gpu_program5 2.X.8, BFI
uint nv_bfi(uint a, uint b, uint c, uint d) {
    if (a > 32u || b > 31u || a + b > 32u) return d;
    uint mask = (a == 32u ? 0xffffffffu : (1u << a) - 1u) << b;
    return (c << b & mask) | (d & ~mask);
}

// NV_gpu_program5 2.X.8, BFR
uint nv_bfr(uint a) {
    a = (a & 0x55555555u) << 1 | (a >> 1 & 0x55555555u);
    a = (a & 0x33333333u) << 2 | (a >> 2 & 0x33333333u);
    a = (a & 0x0f0f0f0fu) << 4 | (a >> 4 & 0x0f0f0f0fu);
    a = (a & 0x00ff00ffu) << 8 | (a >> 8 & 0x00ff00ffu);
    return a << 16 | a >> 16;
}

// NV_gpu_program5 2.X.8, BTC
uint nv_btc(uint a) {
    a -= a >> 1 & 0x55555555u;
    a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    return a * 0x01010101u >> 24;
}

// NV_gpu_program5 2.X.8, BTFL
uint nv_btfl(uint a) {
    return a == 0u ? 0xffffffffu : nv_btc((a & (~a + 1u)) - 1u);
}

// NV_gpu_program5 2.X.8, BTFM
uint nv_btfm(uint a) {
    a |= a >> 1;
    a |= a >> 2;
    a |= a >> 4;
    a |= a >> 8;
    a |= a >> 16;
    return nv_btc(a) - 1u;
}
