#version 330 core
// Translated from galaxy.vp (!!VP2.0): vertex shader, fast numerics
// Stars in orbit. A star is a point whose size PSIZ follows from its distance; one that would be
// smaller than a pixel stays a pixel and grows faint instead.
//
// c[0]-c[3]    model-view-projection matrix
// c[12]        constants 0, 1, 0.5, 2
// c[20]        x = time, y = speed of the orbits, z = radius of the core
// c[21]        width and height of the picture in pixels
// c[22]        brightness
// c[23]        1 / (2 pi), 2 pi
// c[24]        x = size of the stars, y = largest size in pixels
//
// v[OPOS]      radius, angle, height above the plane
// v[6]         size, phase of the twinkling, its depth
// v[COL0]      colour

layout(location = 0) in vec4 v_OPOS;
layout(location = 3) in vec4 v_COL0;
layout(location = 6) in vec4 v_6;
layout(std140) uniform ProgramParameters {
    vec4 c[25];
};
out vec4 COL0;

void main() {
    vec4 R0, R1, R2, R3, R4, R5, R6, HPOS, PSIZ, CC;
    // Inner stars overtake outer ones
    R0.x = v_OPOS.x + c[20].z;
    R0.x = 1.0 / R0.x;
    R0.x = R0.x * c[20].y;
    R0.x = R0.x * c[20].x;
    R0.x = R0.x + v_OPOS.y;
    // Into one turn, where SIN and COS are precise
    R0.y = R0.x * c[23].x;
    R0.y = fract(R0.y);
    R0.x = R0.y * c[23].y;
    R1.x = cos(R0.x);
    R1.z = sin(R0.x);
    R1.xz = R1.xz * v_OPOS.x;
    R1.y = v_OPOS.z;
    R1.w = c[12].y;
    R2.x = dot(c[0], R1);
    R2.y = dot(c[1], R1);
    R2.z = dot(c[2], R1);
    R2.w = dot(c[3], R1);
    HPOS = R2;
    // Size in pixels
    R3.x = 1.0 / abs(R2.w);
    R3.x = R3.x * v_6.x;
    R3.x = R3.x * c[21].y;
    R3.x = R3.x * c[24].x;
    R3.x = min(R3.x, c[24].y);
    R3.y = max(R3.x, c[12].y);
    PSIZ.x = R3.y;
    // Twinkling
    R4.x = c[20].x;
    R4.x = R4.x * c[12].w + v_6.y;
    R4.x = R4.x * c[23].x;
    R4.x = fract(R4.x);
    R4.x = R4.x * c[23].y;
    R4.x = sin(R4.x);
    R4.x = R4.x * v_6.z + c[12].y;
    // A star of half a pixel gives a quarter of the light
    CC.x = R5.x = float(R3.x < c[12].y);
    if (CC.x != 0.0) R4.x = R4.x * R3.x;
    if (CC.x != 0.0) R4.x = R4.x * R3.x;
    R6 = R4.x * c[22];
    COL0.xyz = R6.xyz * v_COL0.xyz;
    COL0.w = v_COL0.w;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_PointSize = max(PSIZ.x, 1.0);
}
