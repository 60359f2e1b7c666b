#version 330 core
// Translated from letter.vp (!!VP2.0): vertex shader, fast numerics
// A sheet of paper that curls: a wave runs along it, higher towards its ends.
//
// c[0]-c[3]   model-view-projection matrix
// c[4]        x: height of the wave, y: waves per unit, z: where it is now, w: how fast it grows towards the ends
// c[5]        x: how the wave slants, y, z: how light falls on slopes and on what is level
// TEX0        where on the page; TEX1: light on it

layout(location = 0) in vec4 v_OPOS;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[6];
};
out vec4 TEX0;
out vec4 TEX1;

void main() {
    vec4 R0, R1, R2, R3, R4, HPOS;
    R0.x = v_OPOS.z * c[4].y + c[4].z;
    R3 = c[5];
    R0.x = v_OPOS.x * R3.x + R0.x;
    R1.x = sin(R0.x);
    R1.y = cos(R0.x);
    R1.z = v_OPOS.z * v_OPOS.z;
    R4 = c[4];
    R1.z = R1.z * R4.w + R4.x;
    R2 = v_OPOS;
    R2.y = R1.x * R1.z + R2.y;
    HPOS.x = dot(c[0], R2);
    HPOS.y = dot(c[1], R2);
    HPOS.z = dot(c[2], R2);
    HPOS.w = dot(c[3], R2);
    TEX0 = v_TEX0;
    R1.w = R1.y * R1.z;
    R1.w = R1.w * R4.y;
    TEX1 = vec4(R1.w * R3.y + R3.z);
    gl_Position = HPOS;
}
