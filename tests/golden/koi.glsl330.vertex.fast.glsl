#version 330 core
// Translated from koi.vp (!!VP2.0): vertex shader, fast numerics
// A fish that swims along -y of its mesh: a wave runs down its body and grows towards the tail; seen through water that swallows light.
//
// c[0]-c[3]    model-view-projection matrix
// c[4]-c[6]    inverse transpose of the model matrix
// c[8]-c[11]   model matrix
// c[12]        x: height of the wave, y: waves per unit, z: where it is now, w: how fast it grows
// c[13]        xyz: unit direction to the light, w: ambient
// c[14]        rgb: what is left of light for each unit of water as a power of 2, w: level of the water
// c[15]        x: texture repeats along, y: around, zw: offset
// c[16]        xyz: how the mesh is stretched before it bends

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(location = 5) in vec4 v_FOGC;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[17];
};
out vec4 COL0;
out vec4 TEX0;

void main() {
    vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, HPOS;
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    R1 = v_OPOS;
    R1.xyz = R1.xyz * c[16].xyz;
    R5 = c[12];
    R0.x = R1.y * R5.y + R5.z;
    R0.y = sin(R0.x);
    R0.z = R1.y + R5.w;
    R0.z = R0.z * R0.z;
    R0.z = R0.z * R5.x;
    R1.x = R0.y * R0.z + R1.x;
    HPOS.x = dot(c[0], R1);
    HPOS.y = dot(c[1], R1);
    HPOS.z = dot(c[2], R1);
    HPOS.w = dot(c[3], R1);
    R2.x = dot(c[4].xyz, v_NRML.xyz);
    R2.y = dot(c[5].xyz, v_NRML.xyz);
    R2.z = dot(c[6].xyz, v_NRML.xyz);
    R2.w = dot(R2.xyz, R2.xyz);
    R2.w = inversesqrt(R2.w);
    R2.xyz = R2.xyz * R2.w;
    R6 = c[13];
    R3.x = dot(R2.xyz, R6.xyz);
    R3.x = max(R3.x, v_FOGC.y);
    R3.x = R3.x + R6.w;
    R4.y = dot(c[9], R1);
    R7 = c[14];
    R4.x = R7.w - R4.y;
    R8.xyz = R7.xyz * -R4.x;
    R9.x = exp2(R8.x);
    R9.y = exp2(R8.y);
    R9.z = exp2(R8.z);
    COL0.xyz = R9.xyz * R3.x;
    COL0.w = v_COL0.w;
    R10 = c[15];
    TEX0.xy = v_TEX0.xy * R10.xy + R10.zw;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
