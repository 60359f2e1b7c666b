// Quads of fragments, whose threads exchange what they hold by derivatives.

// NV_shader_thread_group 2.X.3.2: the threads of a quad are (0, 0), (1, 0), (0, 1), (1, 1)
uint quad_thread() {
    uvec2 pixel = uvec2(gl_FragCoord.xy) & 1u;
    return pixel.x | pixel.y << 1;
}

// NV_shader_thread_group 2.X.3.2: the threads of a quad are (0, 0), (1, 0), (0, 1), (1, 1)
// name: quad_thread
uint quad_thread_at_integers() {
    uvec2 pixel = uvec2(gl_FragCoord.xy + 0.5) & 1u;
    return pixel.x | pixel.y << 1;
}

// NV_shader_thread_group 2.X.8: what each thread of the quad holds
vec4 quad_values(float own) {
    uint thread = quad_thread();
    float across = dFdxFine(own);
    vec2 row = (thread & 1u) == 0u ? vec2(own, own + across) : vec2(own - across, own);
    vec2 above = dFdyFine(row);
    return (thread & 2u) == 0u ? vec4(row, row + above) : vec4(row - above, row);
}

// NV_shader_thread_group 2.X.8, TGBALLOT
uint quad_ballot(bool held) {
    uvec4 bits = uvec4(quad_values(held ? 1.0 : 0.0));
    return bits.x | bits.y << 1 | bits.z << 2 | bits.w << 3;
}

// NV_shader_thread_group 2.X.8, TGBALLOT
// name: quad_ballot
uint quad_ballot_of_fragments(bool held) {
    uvec4 bits = uvec4(quad_values(held && !idle ? 1.0 : 0.0));
    return bits.x | bits.y << 1 | bits.z << 2 | bits.w << 3;
}

// NV_gpu_program5 2.X.8, TGALL
bool quad_all(bool held) {
    return quad_ballot(!held) == 0u;
}

// NV_gpu_program5 2.X.8, TGEQ
bool quad_agrees(bool held) {
    uint those = quad_ballot(held), others = quad_ballot(!held);
    return those == 0u || others == 0u;
}

// NV_shader_thread_group 2.X.8, QSWZ0 to QSWZY: halves of words, so that differences are exact
float quad_read(float own, uint thread) {
    uint word = floatBitsToUint(own);
    uvec4 low = uvec4(quad_values(float(word & 0xffffu)));
    uvec4 high = uvec4(quad_values(float(word >> 16)));
    return uintBitsToFloat((low | high << 16)[thread]);
}
