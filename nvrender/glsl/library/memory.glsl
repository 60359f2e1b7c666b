// Memory. All but that of work groups lies in one storage buffer of words: a header, then the bytes of every
// buffer. A place is a byte in it; nowhere is the place of accesses that are invalid, where zeros are, and
// discarded that of such stores. There is none in the memory of work groups and in parameter buffers, so it is
// outside.

// --- Where

// NV_gpu_program5 2.X.4.5
void nv_fault(bool invalid) {
    if (invalid) atomicAdd(nv_memory[8], 1u);
}

// NV_gpu_program5 2.X.4.5: told at the end of the invocation
// name: nv_fault
void nv_fault_counted(bool invalid) {
    nv_faults += uint(invalid);
}

// NV_gpu_program5 2.X.4.5
uint nv_resident(uvec2 address, uint size, bool loads, bool stores, uint invalid) {
    uint last = address.x + (size - 1u);
    bool valid = false;
    for (int n = 0; n < nv_resident_buffers.length(); n++) {
        uvec4 row = nv_resident_buffers[n];
        valid = valid || last - row.x < min(loads ? row.y : row.z, stores ? row.z : row.y);
    }
    valid = valid && address.y == 0u && (address.x & (size - 1u)) == 0u;
    nv_fault(!valid);
    return valid ? address.x - 0xffc0u : invalid;
}

// NV_gpu_program5 2.X.4.5: of many buffers, a power of two
// name: nv_resident
uint nv_resident_of_many(uvec2 address, uint size, bool loads, bool stores, uint invalid) {
    uint last = address.x + (size - 1u);
    uint n = 0u;
    for (uint k = uint(nv_resident_buffers.length()) / 2u; k > 0u; k >>= 1)
        n += address.x < nv_resident_buffers[n + k].x ? 0u : k;
    uvec4 row = nv_resident_buffers[n];
    bool valid = last - row.x < min(loads ? row.y : row.z, stores ? row.z : row.y);
    valid = valid && address.y == 0u && (address.x & (size - 1u)) == 0u;
    nv_fault(!valid);
    return valid ? address.x - 0xffc0u : invalid;
}

// NV_shader_storage_buffer_object 2.X.3.Y
uint nv_bound(uint bank, uint index, uint size, uint invalid) {
    uvec4 row = nv_storage_buffers[min(bank, 7u)];
    bool valid = bank < 8u && index < (row.y & -size);
    valid = valid && (index & (size - 1u)) == 0u;
    nv_fault(!valid);
    return valid ? row.x + index : invalid;
}

// NV_compute_program5 2.X.3.Y
uint nv_shared(uint index, uint size, uint bytes) {
    if ((index & (size - 1u)) == 0u && size <= bytes && index <= bytes - size) return index;
    nv_fault(true);
    return outside;
}

// NV_gpu_program5 2.X.8, LDC
uint nv_aligned(uint index, uint size) {
    return (index & (size - 1u)) == 0u ? index : outside;
}

// --- Loads of words, and of a byte or two in the low bits of one

// NV_gpu_program5 2.X.4.5
uint nv_load_part(uint place) {
    return nv_memory[place >> 2] >> (place & 3u) * 8u;
}

// NV_gpu_program5 2.X.4.5
uint nv_load_u32(uint place) {
    return nv_memory[place >> 2];
}

// NV_gpu_program5 2.X.4.5
uvec2 nv_load_u32x2(uint place) {
    uint first = place >> 2;
    return uvec2(nv_memory[first], nv_memory[first + 1u]);
}

// NV_gpu_program5 2.X.4.5
uvec4 nv_load_u32x4(uint place) {
    return nv_vectors[place >> 4];
}

// NV_gpu_program5 2.X.4.5
uint nv_load_shared_part(uint place) {
    if (place == outside) return 0u;
    return nv_shared_memory[place >> 2] >> (place & 3u) * 8u;
}

// NV_gpu_program5 2.X.4.5
uint nv_load_shared_u32(uint place) {
    if (place == outside) return 0u;
    return nv_shared_memory[place >> 2];
}

// NV_gpu_program5 2.X.4.5
uvec2 nv_load_shared_u32x2(uint place) {
    if (place == outside) return uvec2(0u);
    uint first = place >> 2;
    return uvec2(nv_shared_memory[first], nv_shared_memory[first + 1u]);
}

// NV_gpu_program5 2.X.4.5
uvec4 nv_load_shared_u32x4(uint place) {
    if (place == outside) return uvec4(0u);
    uint first = place >> 2;
    return uvec4(nv_shared_memory[first], nv_shared_memory[first + 1u],
        nv_shared_memory[first + 2u], nv_shared_memory[first + 3u]);
}

// NV_gpu_program5 2.X.4.5
uint nv_load_constant_part(uint bank, uint place) {
    return nv_constant(bank, place >> 2) >> (place & 3u) * 8u;
}

// NV_gpu_program5 2.X.4.5
uint nv_load_constant_u32(uint bank, uint place) {
    return nv_constant(bank, place >> 2);
}

// NV_gpu_program5 2.X.4.5
uvec2 nv_load_constant_u32x2(uint bank, uint place) {
    uint first = place >> 2;
    return uvec2(nv_constant(bank, first), nv_constant(bank, first + 1u));
}

// NV_gpu_program5 2.X.4.5
uvec4 nv_load_constant_u32x4(uint bank, uint place) {
    uint first = place >> 2;
    return uvec4(nv_constant(bank, first), nv_constant(bank, first + 1u),
        nv_constant(bank, first + 2u), nv_constant(bank, first + 3u));
}

// --- Numbers in words of memory as words of registers

// NV_gpu_program5 2.X.4.5: the bytes in the low bits of what follows
uvec4 nv_bytes(uint word) {
    return uvec4(word, word >> 8, word >> 16, word >> 24);
}

// NV_gpu_program5 2.X.4.5: the halves in the low bits of what follows
uvec2 nv_halves(uint word) {
    return uvec2(word, word >> 16);
}

// NV_gpu_program5 2.X.4.5: the halves in the low bits of what follows
uvec4 nv_four_halves(uvec2 words) {
    return uvec4(words.x, words.x >> 16, words.y, words.y >> 16);
}

// NV_gpu_program5 2.X.4.5
genUType nv_u8(genUType a) {
    return a & 0xffu;
}

// NV_gpu_program5 2.X.4.5
genUType nv_s8(genUType a) {
    return genUType(bitfieldExtract(genIType(a), 0, 8));
}

// NV_gpu_program5 2.X.4.5
genUType nv_u16(genUType a) {
    return a & 0xffffu;
}

// NV_gpu_program5 2.X.4.5
genUType nv_s16(genUType a) {
    return genUType(bitfieldExtract(genIType(a), 0, 16));
}

// NV_gpu_program5 2.X.4.5
genUType nv_f16(genUType a) {
    return floatBitsToUint(nv_from_half(a));
}

// --- Words of registers as those of memory

// NV_gpu_program5 2.X.4.5
uint nv_of_bytes(uvec4 a) {
    a &= 0xffu;
    return a.x | a.y << 8 | a.z << 16 | a.w << 24;
}

// NV_gpu_program5 2.X.4.5
uint nv_of_halves(uvec2 a) {
    return (a.x & 0xffffu) | a.y << 16;
}

// NV_gpu_program5 2.X.4.5
uvec2 nv_of_four_halves(uvec4 a) {
    return (a.xz & 0xffffu) | a.yw << 16;
}

// --- Stores

// NV_gpu_program5 2.X.4.5
void nv_store_u32(uint place, uint value) {
    nv_memory[place >> 2] = value;
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32x2(uint place, uvec2 value) {
    uint first = place >> 2;
    nv_memory[first] = value.x;
    nv_memory[first + 1u] = value.y;
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32x4(uint place, uvec4 value) {
    nv_vectors[place >> 4] = value;
}

// NV_gpu_program5 2.X.4.5: a byte or two of a word, whatever becomes of the others meanwhile
void nv_store_part(uint place, uint value, uint mask) {
    if (place == discarded) return;
    uint word = place >> 2, shift = (place & 3u) * 8u;
    uint there = nv_memory[word];
    bool done = false;
    while (!done) {
        uint wanted = (there & ~(mask << shift)) | (value & mask) << shift;
        uint found = atomicCompSwap(nv_memory[word], there, wanted);
        done = found == there;
        there = found;
    }
}

// NV_gpu_program5 2.X.4.5
void nv_store_shared_u32(uint place, uint value) {
    if (place == outside) return;
    nv_shared_memory[place >> 2] = value;
}

// NV_gpu_program5 2.X.4.5
void nv_store_shared_u32x2(uint place, uvec2 value) {
    if (place == outside) return;
    uint first = place >> 2;
    nv_shared_memory[first] = value.x;
    nv_shared_memory[first + 1u] = value.y;
}

// NV_gpu_program5 2.X.4.5
void nv_store_shared_u32x4(uint place, uvec4 value) {
    if (place == outside) return;
    uint first = place >> 2;
    nv_shared_memory[first] = value.x;
    nv_shared_memory[first + 1u] = value.y;
    nv_shared_memory[first + 2u] = value.z;
    nv_shared_memory[first + 3u] = value.w;
}

// NV_gpu_program5 2.X.4.5: a byte or two of a word, whatever becomes of the others meanwhile
void nv_store_shared_part(uint place, uint value, uint mask) {
    if (place == outside) return;
    uint word = place >> 2, shift = (place & 3u) * 8u;
    uint there = nv_shared_memory[word];
    bool done = false;
    while (!done) {
        uint wanted = (there & ~(mask << shift)) | (value & mask) << shift;
        uint found = atomicCompSwap(nv_shared_memory[word], there, wanted);
        done = found == there;
        there = found;
    }
}
