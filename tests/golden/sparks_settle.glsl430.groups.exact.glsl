#version 430
// Translated from sparks_settle.cp (!!NVcp5.0): compute shader of work groups, exact numerics
// At the end of a frame: what was taken of the places is gone, and the living make groups of 64.
//
//   program.local[0]   address of the counters: sparks so far (64 bits), places ever used, places given back,
//                      places taken in this frame
//   program.local[1]   address of the list of the living, program.local[2] of what the next dispatch reads
//   program.local[3]   x: how many sparks there is room for (integer)

layout(std430, binding = 2) buffer Memory {
    uint nv_memory[];
};
layout(std430, binding = 2) buffer MemoryVectors {
    uvec4 nv_vectors[];  // the same, four words at once
};
layout(std140, binding = 70) uniform MemoryLayout {
    uvec4 nv_storage_buffers[8];  // first byte in Memory, size
    uvec4 nv_resident_buffers[4];  // GPU address, bytes to load, bytes to store
};
const uint nowhere = 0u;  // the place of accesses that are invalid: zeros lie there
const uint discarded = 48u;  // where invalid stores write: nobody reads it
uint nv_faults = 0u;  // accesses that were invalid

layout(local_size_x = 1, local_size_y = 1, local_size_z = 1) in;
layout(std140, binding = 0) uniform ProgramParameters {
    uvec4 counters;
    uvec4 living;
    uvec4 groups;
    uvec4 room;
};

// NV_gpu_program5 2.X.4.5: told at the end of the invocation
void nv_fault() {
    ++nv_faults;
}

// NV_gpu_program5 2.X.4.5
uint nv_resident(uvec2 address, uint size, bool loads, bool stores) {
    uint last = address.x + (size - 1u);
    bool valid = false;
    for (int n = 0; n < nv_resident_buffers.length(); n++) {
        uvec4 row = nv_resident_buffers[n];
        valid = valid || last - row.x < min(loads ? row.y : row.z, stores ? row.z : row.y);
    }
    valid = valid && address.y == 0u && (address.x & (size - 1u)) == 0u;
    if (!valid) nv_fault();
    return valid ? address.x - 0xffc0u : nowhere;
}

// NV_gpu_program5 2.X.4.5
uvec2 nv_load_u32x2(uint place) {
    uint first = place >> 2;
    return uvec2(nv_memory[first], nv_memory[first + 1u]);
}

// NV_gpu_program5 2.X.4.5
uint nv_load_u32(uint place) {
    return nv_memory[place >> 2];
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32x2(uint place, uvec2 value) {
    uint first = (place == nowhere ? discarded : place) >> 2;
    nv_memory[first] = value.x;
    nv_memory[first + 1u] = value.y;
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32(uint place, uint value) {
    nv_memory[(place == nowhere ? discarded : place) >> 2] = value;
}

// NV_gpu_program5 2.X.4.5
void nv_store_u32x4(uint place, uvec4 value) {
    nv_vectors[(place == nowhere ? discarded : place) >> 4] = value;
}

void main() {
    uvec4 place_2, count, given;
    place_2.x = counters.x + 8u;
    count.xy = nv_load_u32x2(nv_resident(uvec2(place_2.x, 0u), 8u, true, false));
    place_2.y = counters.x + 16u;
    given.x = nv_load_u32(nv_resident(uvec2(place_2.y, 0u), 4u, true, false));
    // Those given back first, then new ones
    given.y = min(given.x, count.y);
    count.y = count.y - given.y;
    given.x = given.x - given.y;
    count.x = count.x + given.x;
    count.x = min(count.x, room.x);
    nv_store_u32x2(nv_resident(uvec2(place_2.x, 0u), 8u, false, true), count.xy);
    nv_store_u32(nv_resident(uvec2(place_2.y, 0u), 4u, false, true), 0u);
    count.x = nv_load_u32(nv_resident(uvec2(living.x, 0u), 4u, true, false));
    count.x = count.x + 63u;
    count.x = count.x >> 6u;
    count.yzw = uvec3(1u);
    nv_store_u32x4(nv_resident(uvec2(groups.x, 0u), 16u, false, true), count);
    if (nv_faults != 0u) atomicAdd(nv_memory[8], nv_faults);
}
