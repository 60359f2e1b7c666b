#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from crowds.vp (!!NVvp5.0): vertex shader, exact numerics
// A crowd: the bones of each kind of figure in a buffer of their own, a vertex moved by one bone.
//
//   attrib[1]   kind of figure, first row of the bone's matrix, of integers

layout(location = 0) in vec4 vertex_position;
layout(location = 1) in ivec4 vertex_attrib_1;
layout(std140) uniform ProgramParameters {
    vec4 local_0;
    vec4 mvp[4];
} program;
layout(std140) uniform ProgramBuffer1 {
    vec4 vectors[4096];  // program.buffer[1]: bones from 0, size at 255
} buffer_1;
layout(std140) uniform ProgramBuffer2 {
    vec4 vectors[4096];  // program.buffer[2]: bones from 0, size at 255
} buffer_2;
layout(std140) uniform ProgramBuffer3 {
    vec4 vectors[4096];  // program.buffer[3]: bones from 0, size at 255
} buffer_3;
layout(std140) uniform ProgramBuffer4 {
    vec4 vectors[4096];  // program.buffer[4]: bones from 0, size at 255
} buffer_4;
layout(std140) uniform ProgramBuffer5 {
    vec4 vectors[4];  // program.buffer[5], four elements a vector
} speeds_5;
layout(std140) uniform ProgramBuffer6 {
    vec4 vectors[4];  // program.buffer[6], four elements a vector
} speeds_6;
precise out vec4 COL0;

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

vec4 buffers_1_to_4_of(int bank, uint place) {
    switch (bank) {
    case 0: return buffer_1.vectors[place];  // program.buffer[1]
    case 1: return buffer_2.vectors[place];  // program.buffer[2]
    case 2: return buffer_3.vectors[place];  // program.buffer[3]
    case 3: return buffer_4.vectors[place];  // program.buffer[4]
    }
    return vec4(zero);
}

vec4 bones_at(int bank, int index) {
    vec4 value = buffers_1_to_4_of(bank, min(uint(index), 4095u));
    return uint(index) < 4096u ? value : vec4(zero);
}

float speeds_of(int bank, uint place) {
    switch (bank) {
    case 0: return speeds_5.vectors[place >> 2][place & 3u];  // program.buffer[5]
    case 1: return speeds_6.vectors[place >> 2][place & 3u];  // program.buffer[6]
    }
    return zero;
}

float speeds_at(int bank, int index) {
    float value = speeds_of(bank, min(uint(index), 15u));
    return uint(index) < 16u ? value : zero;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

void main() {
    ivec4 figure;
    precise vec4 place, moved, HPOS;
    figure = vertex_attrib_1;
    place = vertex_position * buffers_1_to_4_of(figure.x, 255u).x;
    place.w = 1.0;
    moved.x = nv_dp4(place, bones_at(figure.x, figure.y));
    moved.y = nv_dp4(place, bones_at(figure.x, figure.y + 1));
    moved.z = nv_dp4(place, bones_at(figure.x, figure.y + 2));
    moved.x = speeds_at(figure.z, figure.x) * program.local_0.x + moved.x;
    moved.w = 1.0;
    HPOS.x = nv_dp4(program.mvp[0], moved);
    HPOS.y = nv_dp4(program.mvp[1], moved);
    HPOS.z = nv_dp4(program.mvp[2], moved);
    HPOS.w = nv_dp4(program.mvp[3], moved);
    COL0 = buffer_1.vectors[1];
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
