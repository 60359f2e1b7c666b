#version 330 core
// Translated from emissive.vp (!!VP1.0): vertex shader, fast numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[24];
};
out vec4 COL0;
out vec4 TEX0;

void main() {
    vec4 R0, R1, R2, R3, HPOS;
    // Something that shines by itself: bright in the middle, coloured towards its edge.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model-view matrix
    // c[8]-c[11]   inverse transpose of the model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[22]        colour, alpha
    // c[23]        colour of the middle
    HPOS.x = dot(c[0], v_OPOS);
    HPOS.y = dot(c[1], v_OPOS);
    HPOS.z = dot(c[2], v_OPOS);
    HPOS.w = dot(c[3], v_OPOS);
    // R0 = unit vector to the eye, R1 = unit normal
    R0.x = dot(c[4], v_OPOS);
    R0.y = dot(c[5], v_OPOS);
    R0.z = dot(c[6], v_OPOS);
    R0.w = dot(R0.xyz, R0.xyz);
    R0.w = inversesqrt(abs(R0.w));
    R0.xyz = -R0.xyz * R0.w;
    R1.x = dot(c[8].xyz, v_NRML.xyz);
    R1.y = dot(c[9].xyz, v_NRML.xyz);
    R1.z = dot(c[10].xyz, v_NRML.xyz);
    R1.w = dot(R1.xyz, R1.xyz);
    R1.w = inversesqrt(abs(R1.w));
    R1.xyz = R1.xyz * R1.w;
    R2.x = dot(R0.xyz, R1.xyz);
    R2.x = max(R2.x, c[12].x);
    R2.x = R2.x * R2.x;
    R3 = c[22];
    R3.xyz = R2.x * c[23].xyz + R3.xyz;
    COL0 = R3 * v_COL0;
    TEX0 = v_TEX0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
