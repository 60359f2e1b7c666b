#version 430
// Translated from alps.vp (!!NVvp5.0): compute shader, exact numerics

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
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 vertex_position = uintBitsToFloat(attributes[vertex]);
    precise vec4 HPOS;
    // Corners of patches of land, as they are: heights come where the patches are cut.
    HPOS = vertex_position;
    results[vertex] = floatBitsToUint(HPOS);
}
