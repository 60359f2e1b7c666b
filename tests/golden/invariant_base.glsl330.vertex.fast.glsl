#version 330 core
// Translated from invariant_base.vp (!!VP1.1): vertex shader, fast numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[28];
};
layout(std140) uniform FixedFunction {
    vec4 mvp[4];
};
out vec4 COL0;
out vec4 TEX0;
invariant gl_Position;

// NV_position_invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

void main() {
    vec4 R0, R1, R2;
    // First pass: diffuse light. The position comes from the fixed transform, so that later passes
    // meet exactly the same depth. Everything here is in object space, prepared by a state program.
    //
    // c[12]        constants 0, 1, 0.5, 2
    // c[16]        unit direction to the light
    // c[24]        light times material
    // c[26]        sky colour times material
    // c[27]        up in object space
    R0.w = dot(v_NRML.xyz, v_NRML.xyz);
    R0.w = inversesqrt(abs(R0.w));
    R0.xyz = v_NRML.xyz * R0.w;
    R1.x = dot(R0.xyz, c[16].xyz);
    R1.x = max(R1.x, c[12].x);
    R1.y = dot(R0.xyz, c[27].xyz);
    R1.y = R1.y * c[12].z + c[12].z;
    R2.xyz = R1.x * c[24].xyz;
    R2.xyz = R1.y * c[26].xyz + R2.xyz;
    COL0.xyz = R2.xyz * v_COL0.xyz;
    COL0.w = c[12].y;
    TEX0 = v_TEX0;
    gl_Position = fixed_function_position(v_OPOS);
    COL0 = clamp(COL0, 0.0, 1.0);
}
