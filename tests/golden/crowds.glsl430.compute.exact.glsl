#version 430
// Translated from crowds.vp (!!NVvp5.0): compute shader, exact numerics
// A crowd: the bones of each kind of figure in a buffer of their own, a vertex moved by one bone.
//
//   attrib[1]   kind of figure, first row of the bone's matrix, of integers

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    uvec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    uvec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 program_local_0;
};
layout(std140, binding = 5) uniform ProgramBuffer1 {
    vec4 buffer_1[4096];  // program.buffer[1]: bones from 0, size at 255
};
layout(std140, binding = 6) uniform ProgramBuffer2 {
    vec4 buffer_2[4096];  // program.buffer[2]: bones from 0, size at 255
};
layout(std140, binding = 7) uniform ProgramBuffer3 {
    vec4 buffer_3[4096];  // program.buffer[3]: bones from 0, size at 255
};
layout(std140, binding = 8) uniform ProgramBuffer4 {
    vec4 buffer_4[4096];  // program.buffer[4]: bones from 0, size at 255
};
layout(std140, binding = 9) uniform ProgramBuffer5 {
    vec4 speeds_5[4];  // program.buffer[5], four elements a vector
};
layout(std140, binding = 10) uniform ProgramBuffer6 {
    vec4 speeds_6[4];  // program.buffer[6], four elements a vector
};

float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

vec4 buffers_1_to_4_of(int bank, uint place) {
    switch (bank) {
    case 0: return buffer_1[place];  // program.buffer[1]
    case 1: return buffer_2[place];  // program.buffer[2]
    case 2: return buffer_3[place];  // program.buffer[3]
    case 3: return buffer_4[place];  // program.buffer[4]
    }
    return vec4(zero);
}

vec4 bones_at(int bank, int index) {
    vec4 value = buffers_1_to_4_of(bank, min(uint(index), 4095u));
    return uint(index) < 4096u ? value : vec4(zero);
}

float speeds_of(int bank, uint place) {
    switch (bank) {
    case 0: return speeds_5[place >> 2][place & 3u];  // program.buffer[5]
    case 1: return speeds_6[place >> 2][place & 3u];  // program.buffer[6]
    }
    return zero;
}

float speeds_at(int bank, int index) {
    float value = speeds_of(bank, min(uint(index), 15u));
    return uint(index) < 16u ? value : zero;
}

// products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
}

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 vertex_position = nv_flush(uintBitsToFloat(attributes[vertex * 2u]));
    ivec4 vertex_attrib_1 = ivec4(attributes[vertex * 2u + 1u]);
    ivec4 figure;
    precise vec4 place;
    precise vec4 moved;
    precise vec4 HPOS;
    precise vec4 COL0;
    figure = vertex_attrib_1;
    place = nv_product(vertex_position, buffers_1_to_4_of(figure.x, 255u).xxxx);
    place.w = 1.0;
    moved.x = nv_dp4(place, bones_at(figure.x, figure.y));
    moved.y = nv_dp4(place, bones_at(figure.x, figure.y + 1));
    moved.z = nv_dp4(place, bones_at(figure.x, figure.y + 2));
    moved.x = nv_flush(nv_product(speeds_at(figure.z, figure.x), program_local_0.x) + moved.x);
    moved.w = 1.0;
    HPOS.x = nv_dp4(mvp[0], moved);
    HPOS.y = nv_dp4(mvp[1], moved);
    HPOS.z = nv_dp4(mvp[2], moved);
    HPOS.w = nv_dp4(mvp[3], moved);
    COL0 = buffer_1[1];
    results[vertex * 2u] = floatBitsToUint(HPOS);
    results[vertex * 2u + 1u] = floatBitsToUint(COL0);
}
