#version 430
// Translated from sparks_settle.cp (!!NVcp5.0): compute shader of work groups, exact numerics
// At the end of a frame: what was taken of the places is gone, and the living make groups of 64.
//
// program.local[0]   address of the counters: sparks so far (64 bits), places ever used, places given back,
// places taken in this frame
// program.local[1]   address of the list of the living, program.local[2] of what the next dispatch reads
// program.local[3]   x: how many sparks there is room for (integer)

layout(std430, binding = 2) buffer Memory {
    uint nv_memory[];
};
const uint nowhere = 0xffffffffu;  // the place of accesses that are invalid

layout(local_size_x = 1, local_size_y = 1, local_size_z = 1) in;
layout(std140, binding = 0) uniform ProgramParameters {
    uvec4 counters;
    uvec4 living;
    uvec4 groups;
    uvec4 room;
};

// NV_gpu_program5 2.X.4.5
void nv_fault() {
    atomicAdd(nv_memory[0], 1u);
}

// NV_gpu_program5 2.X.4.5
uint nv_resident(uvec2 address, uint size, uint access) {
    uint offset = address.x - 0x10000u, page = offset >> 12;
    if (address.y == 0u && address.x >= 0x10000u && page < nv_memory[2] && (address.x & (size - 1u)) == 0u) {
        uint entry = nv_memory[20u + page];
        if ((offset & 4095u) + size <= (entry & 8191u) && (entry & access) == access)
            return nv_memory[3] + offset;
    }
    nv_fault();
    return nowhere;
}

// NV_gpu_program5 2.X.4.5
uvec2 nv_load_u32x2(uint place) {
    if (place == nowhere) return uvec2(0u);
    uint first = place >> 2;
    return uvec2(nv_memory[first], nv_memory[first + 1u]);
}

// NV_gpu_program5 2.X.4.5
uint nv_load_u32(uint place) {
    if (place == nowhere) return uint(0u);
    uint first = place >> 2;
    return nv_memory[first];
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32x2(uint place, uvec2 value) {
    if (place == nowhere) return;
    uint first = place >> 2;
    nv_memory[first] = value.x;
    nv_memory[first + 1u] = value.y;
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32(uint place, uint value) {
    if (place == nowhere) return;
    uint first = place >> 2;
    nv_memory[first] = value;
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32x4(uint place, uvec4 value) {
    if (place == nowhere) return;
    uint first = place >> 2;
    nv_memory[first] = value.x;
    nv_memory[first + 1u] = value.y;
    nv_memory[first + 2u] = value.z;
    nv_memory[first + 3u] = value.w;
}

void main() {
    uvec4 place_2;
    uvec4 count = uvec4(0);
    uvec4 given;
    place_2.x = counters.x + 8u;
    count.xy = nv_load_u32x2(nv_resident(uvec2(place_2.x, 0u), 8u, 8192u));
    place_2.y = counters.x + 16u;
    given.x = nv_load_u32(nv_resident(uvec2(place_2.y, 0u), 4u, 8192u));
    // Those given back first, then new ones
    given.y = min(given.x, count.y);
    count.y = count.y - given.y;
    given.x = given.x - given.y;
    count.x = count.x + given.x;
    count.x = min(count.x, room.x);
    nv_store_u32x2(nv_resident(uvec2(place_2.x, 0u), 8u, 16384u), count.xy);
    nv_store_u32(nv_resident(uvec2(place_2.y, 0u), 4u, 16384u), 0u);
    count.x = nv_load_u32(nv_resident(uvec2(living.x, 0u), 4u, 8192u));
    count.x = count.x + 63u;
    count.x = count.x >> 6u;
    count.yzw = uvec3(1u);
    nv_store_u32x4(nv_resident(uvec2(groups.x, 0u), 16u, 16384u), count);
}
