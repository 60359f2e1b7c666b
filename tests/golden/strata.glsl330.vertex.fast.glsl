#version 330 core
// Translated from strata.vp (!!VP2.0): vertex shader, fast numerics
// What lies under the land: a sphere, clipped to what is below the ground by CLP0, with layers
// of soil and stone, and water where the ground lies lower than the water level.
//
// c[0]-c[3]    model-view-projection matrix
// c[12]        constants 0, 1, 0.5, 2
// c[16]        direction to the light in object space
// c[17]        light colour
// c[19]        ambient colour
// c[24], c[25] frequency and phase of the first two waves along x and z
// c[26], c[27] frequency and phase of the other two
// c[28]        heights of the four waves
// c[29]        x = mean height, y = water level, z = step of the slope
// c[30]        x = 1 / depth of the soil, y = layers per unit, z = how wavy they are, w = contrast
// c[31]        colour of the soil
// c[32]        colour of the water
// c[33], c[34] colours of the stone

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(std140) uniform ProgramParameters {
    vec4 c[35];
};
out vec4 COL0;
out float gl_ClipDistance[1];

vec4 R0, R1, R2, R3, R4, R5, R6, R8, R9, R10, CC, HPOS, CLP0;

void height() {
    // Height of the land at R4.xz, into R4.y: four waves of hills
    R5 = R4.xzxz * c[24];
    R5 = R5 + c[25];
    R6.x = sin(R5.x);
    R6.y = cos(R5.y);
    R6.z = sin(R5.z);
    R6.w = cos(R5.w);
    R6.x = R6.x * R6.y;
    R6.y = R6.z * R6.w;
    R5 = R4.zxzx * c[26];
    R5 = R5 + c[27];
    R5.x = sin(R5.x);
    R5.y = cos(R5.y);
    R5.z = sin(R5.z);
    R5.w = cos(R5.w);
    R6.z = R5.x * R5.y;
    R6.w = R5.z * R5.w;
    R4.y = dot(R6, c[28]);
    R4.y = R4.y + c[29].x;
}

void main() {
    R0 = v_OPOS;
    HPOS.x = dot(c[0], R0);
    HPOS.y = dot(c[1], R0);
    HPOS.z = dot(c[2], R0);
    HPOS.w = dot(c[3], R0);
    R4.xz = v_OPOS.xz;
    height();
    // R8 = ground, what covers it, depth under the ground
    R8.x = R4.y;
    R8.y = max(R4.y, c[29].y);
    R8.z = R8.x - R0.y;
    CLP0.x = R8.y - R0.y;
    // Layers follow the hills more and more faintly
    R1.x = R8.z * c[30].y;
    R1.x = R0.y * c[30].z + R1.x;
    R1.y = sin(R1.x);
    R1.x = R1.x * c[12].w;
    R1.x = R1.x + R0.x;
    R1.z = sin(R1.x);
    R1.y = R1.z * c[12].z + R1.y;
    R1.y = R1.y * c[30].w;
    R1.y = R1.y * c[12].z + c[12].z;
    R1.y = max(R1.y, c[12].x);
    R1.y = min(R1.y, c[12].y);
    R9.xyz = c[33].xyz;
    R2.xyz = c[34].xyz - R9.xyz;
    R9.xyz = R1.y * R2.xyz + R9.xyz;
    // Soil on top, water above it; both begin within a vertex or two
    R1.x = R8.z * c[30].x;
    R1.x = c[12].w - R1.x;
    R1.x = max(R1.x, c[12].x);
    R1.x = min(R1.x, c[12].y);
    R2.xyz = c[31].xyz - R9.xyz;
    R9.xyz = R1.x * R2.xyz + R9.xyz;
    CC.x = R1.x = -R8.z * c[30].x;
    if (CC.x > 0.0) {
        R1.x = min(R1.x, c[12].y);
        R2.xyz = c[32].xyz - R9.xyz;
        R9.xyz = R1.x * R2.xyz + R9.xyz;
    }
    R3.x = dot(v_NRML.xyz, c[16].xyz);
    R3.x = max(R3.x, c[12].x);
    R10.xyz = R3.x * c[17].xyz;
    R3.y = v_NRML.y * c[12].z + c[12].z;
    R10.xyz = R3.y * c[19].xyz + R10.xyz;
    COL0.xyz = R9.xyz * R10.xyz;
    COL0.w = c[12].y;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_ClipDistance[0] = CLP0.x;
}
