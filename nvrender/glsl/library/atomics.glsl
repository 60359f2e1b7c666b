// Atomic operations on memory, which give what was there before. Where there is nowhere most are done with a
// zero, as a branch would cost more.

// --- What GLSL has no atomic operation for: the new value. A sum of zeros is made of words
// (quirks.FOLDING).

// NV_gpu_program5 2.X.8, ATOM
uint nv_signed_min(uint a, uint there) {
    return uint(min(int(a), int(there)));
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_signed_max(uint a, uint there) {
    return uint(max(int(a), int(there)));
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_wrapping_increment(uint a, uint there) {
    return there >= a ? 0u : there + 1u;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_wrapping_decrement(uint a, uint there) {
    return there == 0u || there > a ? a : there - 1u;
}

// NV_shader_atomic_float
uint nv_float_sum(uint a, uint there) {
    float x = nv_flush(uintBitsToFloat(a)), y = nv_flush(uintBitsToFloat(there));
    precise float sum = x + y;
    return x == 0.0 && y == 0.0 ? floatBitsToUint(x) & floatBitsToUint(y)
        : floatBitsToUint(nv_flush(sum));
}

// --- In buffers

// NV_gpu_program5 2.X.8, ATOM
uint nv_add_u32(uint place, uint a) {
    return atomicAdd(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_and_u32(uint place, uint a) {
    return atomicAnd(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_or_u32(uint place, uint a) {
    return atomicOr(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_xor_u32(uint place, uint a) {
    return atomicXor(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_exch_u32(uint place, uint a) {
    return atomicExchange(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_min_u32(uint place, uint a) {
    return atomicMin(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_max_u32(uint place, uint a) {
    return atomicMax(nv_memory[place >> 2], place == nowhere ? 0u : a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_cswap_u32(uint place, uint a, uint b) {
    return atomicCompSwap(nv_memory[place >> 2], a, place == nowhere ? 0u : b);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_min_s32(uint place, uint a) {
    if (place == nowhere) return 0u;
    uint there = nv_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_memory[place >> 2], there, nv_signed_min(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_max_s32(uint place, uint a) {
    if (place == nowhere) return 0u;
    uint there = nv_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_memory[place >> 2], there, nv_signed_max(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_iwrap_u32(uint place, uint a) {
    if (place == nowhere) return 0u;
    uint there = nv_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_memory[place >> 2], there, nv_wrapping_increment(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_dwrap_u32(uint place, uint a) {
    if (place == nowhere) return 0u;
    uint there = nv_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_memory[place >> 2], there, nv_wrapping_decrement(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_add_f32(uint place, uint a) {
    if (place == nowhere) return 0u;
    uint there = nv_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_memory[place >> 2], there, nv_float_sum(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM: one invocation at a time, since no version of GLSL has 64 bits
uvec2 nv_add_u64(uint place, uvec2 a) {
    if (place == nowhere) return uvec2(0u);
    uint word = place >> 2;
    uvec2 there = uvec2(0u);
    bool done = false;
    while (!done) {
        if (atomicCompSwap(nv_memory[9], 0u, 1u) == 0u) {
            there = uvec2(nv_memory[word], nv_memory[word + 1u]);
            uvec2 now = nv_words_add(there, a);
            nv_memory[word] = now.x;
            nv_memory[word + 1u] = now.y;
            memoryBarrier();
            atomicExchange(nv_memory[9], 0u);
            done = true;
        }
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM: one invocation at a time, since no version of GLSL has 64 bits
uvec2 nv_exch_u64(uint place, uvec2 a) {
    if (place == nowhere) return uvec2(0u);
    uint word = place >> 2;
    uvec2 there = uvec2(0u);
    bool done = false;
    while (!done) {
        if (atomicCompSwap(nv_memory[9], 0u, 1u) == 0u) {
            there = uvec2(nv_memory[word], nv_memory[word + 1u]);
            uvec2 now = a;
            nv_memory[word] = now.x;
            nv_memory[word + 1u] = now.y;
            memoryBarrier();
            atomicExchange(nv_memory[9], 0u);
            done = true;
        }
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM: one invocation at a time, since no version of GLSL has 64 bits
uvec2 nv_cswap_u64(uint place, uvec2 a, uvec2 b) {
    if (place == nowhere) return uvec2(0u);
    uint word = place >> 2;
    uvec2 there = uvec2(0u);
    bool done = false;
    while (!done) {
        if (atomicCompSwap(nv_memory[9], 0u, 1u) == 0u) {
            there = uvec2(nv_memory[word], nv_memory[word + 1u]);
            uvec2 now = there == a ? b : there;
            nv_memory[word] = now.x;
            nv_memory[word + 1u] = now.y;
            memoryBarrier();
            atomicExchange(nv_memory[9], 0u);
            done = true;
        }
    }
    return there;
}

// --- In the memory of work groups

// NV_gpu_program5 2.X.8, ATOM
uint nv_add_shared_u32(uint place, uint a) {
    if (place == outside) return 0u;
    return atomicAdd(nv_shared_memory[place >> 2], a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_and_shared_u32(uint place, uint a) {
    if (place == outside) return 0u;
    return atomicAnd(nv_shared_memory[place >> 2], a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_or_shared_u32(uint place, uint a) {
    if (place == outside) return 0u;
    return atomicOr(nv_shared_memory[place >> 2], a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_xor_shared_u32(uint place, uint a) {
    if (place == outside) return 0u;
    return atomicXor(nv_shared_memory[place >> 2], a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_exch_shared_u32(uint place, uint a) {
    if (place == outside) return 0u;
    return atomicExchange(nv_shared_memory[place >> 2], a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_min_shared_u32(uint place, uint a) {
    if (place == outside) return 0u;
    return atomicMin(nv_shared_memory[place >> 2], a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_max_shared_u32(uint place, uint a) {
    if (place == outside) return 0u;
    return atomicMax(nv_shared_memory[place >> 2], a);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_cswap_shared_u32(uint place, uint a, uint b) {
    if (place == outside) return 0u;
    return atomicCompSwap(nv_shared_memory[place >> 2], a, b);
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_min_shared_s32(uint place, uint a) {
    if (place == outside) return 0u;
    uint there = nv_shared_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_shared_memory[place >> 2], there, nv_signed_min(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_max_shared_s32(uint place, uint a) {
    if (place == outside) return 0u;
    uint there = nv_shared_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_shared_memory[place >> 2], there, nv_signed_max(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_iwrap_shared_u32(uint place, uint a) {
    if (place == outside) return 0u;
    uint there = nv_shared_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_shared_memory[place >> 2], there, nv_wrapping_increment(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_dwrap_shared_u32(uint place, uint a) {
    if (place == outside) return 0u;
    uint there = nv_shared_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_shared_memory[place >> 2], there, nv_wrapping_decrement(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM
uint nv_add_shared_f32(uint place, uint a) {
    if (place == outside) return 0u;
    uint there = nv_shared_memory[place >> 2];
    bool done = false;
    while (!done) {
        uint found = atomicCompSwap(nv_shared_memory[place >> 2], there, nv_float_sum(a, there));
        done = found == there;
        there = found;
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM: one invocation at a time, since no version of GLSL has 64 bits
uvec2 nv_add_shared_u64(uint place, uvec2 a) {
    if (place == outside) return uvec2(0u);
    uint word = place >> 2;
    uvec2 there = uvec2(0u);
    bool done = false;
    while (!done) {
        if (atomicCompSwap(nv_memory[9], 0u, 1u) == 0u) {
            there = uvec2(nv_shared_memory[word], nv_shared_memory[word + 1u]);
            uvec2 now = nv_words_add(there, a);
            nv_shared_memory[word] = now.x;
            nv_shared_memory[word + 1u] = now.y;
            memoryBarrier();
            atomicExchange(nv_memory[9], 0u);
            done = true;
        }
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM: one invocation at a time, since no version of GLSL has 64 bits
uvec2 nv_exch_shared_u64(uint place, uvec2 a) {
    if (place == outside) return uvec2(0u);
    uint word = place >> 2;
    uvec2 there = uvec2(0u);
    bool done = false;
    while (!done) {
        if (atomicCompSwap(nv_memory[9], 0u, 1u) == 0u) {
            there = uvec2(nv_shared_memory[word], nv_shared_memory[word + 1u]);
            uvec2 now = a;
            nv_shared_memory[word] = now.x;
            nv_shared_memory[word + 1u] = now.y;
            memoryBarrier();
            atomicExchange(nv_memory[9], 0u);
            done = true;
        }
    }
    return there;
}

// NV_gpu_program5 2.X.8, ATOM: one invocation at a time, since no version of GLSL has 64 bits
uvec2 nv_cswap_shared_u64(uint place, uvec2 a, uvec2 b) {
    if (place == outside) return uvec2(0u);
    uint word = place >> 2;
    uvec2 there = uvec2(0u);
    bool done = false;
    while (!done) {
        if (atomicCompSwap(nv_memory[9], 0u, 1u) == 0u) {
            there = uvec2(nv_shared_memory[word], nv_shared_memory[word + 1u]);
            uvec2 now = there == a ? b : there;
            nv_shared_memory[word] = now.x;
            nv_shared_memory[word + 1u] = now.y;
            memoryBarrier();
            atomicExchange(nv_memory[9], 0u);
            done = true;
        }
    }
    return there;
}
