#version 330 core
// Translated from pool.vp (!!VP2.0): vertex shader, fast numerics
// Water for ripples.fp: where it is in ripples, the way to the viewer, and where in the picture of the bottom.
//
// c[0]-c[3]   model-view-projection matrix
// c[4]        xyz: the eye in the mesh's space, which is the world's
// c[5]        x: ripples per unit, y: 0.5

layout(location = 0) in vec4 v_OPOS;
layout(std140) uniform ProgramParameters {
    vec4 c[6];
};
out vec4 TEX0;
out vec4 TEX1;
out vec4 TEX2;

void main() {
    vec4 R0, R1, HPOS;
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    TEX1 = vec4(0.0, 0.0, 0.0, 1.0);
    R0.x = dot(c[0], v_OPOS);
    R0.y = dot(c[1], v_OPOS);
    R0.z = dot(c[2], v_OPOS);
    R0.w = dot(c[3], v_OPOS);
    HPOS = R0;
    R1 = c[5];
    TEX0.xy = v_OPOS.xz * R1.x;
    TEX1.xyz = c[4].xyz - v_OPOS.xyz;
    R0.xy = R0.xy + R0.w;
    R0.xy = R0.xy * R1.y;
    TEX2 = R0;
    gl_Position = HPOS;
}
