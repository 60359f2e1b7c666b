#version 430
// Translated from screen.vp (!!ARBvp1.0): compute shader, exact numerics
// A square over the whole picture, for programs that work on every pixel.

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    uvec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    uvec4 results[];
};
uniform uint vertex_count;

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise vec4 r = mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
    return r;
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 vertex_position = nv_flush(uintBitsToFloat(attributes[vertex * 2u]));
    vec4 vertex_texcoord_0 = nv_flush(uintBitsToFloat(attributes[vertex * 2u + 1u]));
    precise vec4 HPOS, TEX0;
    HPOS = vertex_position;
    TEX0 = vertex_texcoord_0;
    results[vertex * 2u] = floatBitsToUint(HPOS);
    results[vertex * 2u + 1u] = floatBitsToUint(TEX0);
}
