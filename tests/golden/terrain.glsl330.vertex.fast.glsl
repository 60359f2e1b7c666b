#version 330 core
// Translated from terrain.vp (!!VP2.0): vertex shader, fast numerics
// A piece of land cut out by a sphere: CLP0 is the distance to its surface, and the edge of the
// cut is as smooth as the pixels are. Hills come from a subroutine that is called three times,
// here and at two neighbours, for height and slope.
//
// c[0]-c[3]    model-view-projection matrix
// c[12]        constants 0, 1, 0.5, 2
// c[16]        direction to the light in object space
// c[17]        light colour
// c[18]        centre of the sphere, radius
// c[19]        ambient colour
// c[20]        eye in object space
// c[24], c[25] frequency and phase of the first two waves along x and z
// c[26], c[27] frequency and phase of the other two
// c[28]        heights of the four waves
// c[29]        x = mean height, y = water level, z = step of the slope
// c[30]        y, z, w = heights at which grass, rock and snow begin
// c[31]        x = how fast water darkens, y, z, w = how sharply grass, rock and snow begin
// c[32]-c[37]  colours: deep water, shallow water, sand, grass, rock, snow

layout(location = 0) in vec4 v_OPOS;
layout(std140) uniform ProgramParameters {
    vec4 c[38];
};
out vec4 COL0;
out vec4 COL1;
out float gl_ClipDistance[1];

vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, CC, HPOS, CLP0;

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99609375, 127.99609375));
    return x > 0.0 ? r : 0.0;
}

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
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    // R7 = height of the ground or the water here, a step along x, a step along z
    R4.xz = v_OPOS.xz;
    height();
    R8.x = R4.y;
    R7.x = max(R4.y, c[29].y);
    R4.x = R4.x + c[29].z;
    height();
    R7.y = max(R4.y, c[29].y);
    R4.x = v_OPOS.x;
    R4.z = R4.z + c[29].z;
    height();
    R7.z = max(R4.y, c[29].y);
    // R0 = position
    R0 = v_OPOS;
    R0.y = R7.x;
    HPOS.x = dot(c[0], R0);
    HPOS.y = dot(c[1], R0);
    HPOS.z = dot(c[2], R0);
    HPOS.w = dot(c[3], R0);
    // Inside the sphere?
    R1.xyz = R0.xyz - c[18].xyz;
    R1.w = dot(R1.xyz, R1.xyz);
    R2.w = inversesqrt(R1.w);
    R1.w = R1.w * R2.w;
    CLP0.x = c[18].w - R1.w;
    // R1 = unit normal
    R1.x = R7.x - R7.y;
    R1.y = c[29].z;
    R1.z = R7.x - R7.z;
    R1.w = dot(R1.xyz, R1.xyz);
    R1.w = inversesqrt(R1.w);
    R1.xyz = R1.xyz * R1.w;
    // R2.yzw = how much grass, rock and snow covers what is below
    R2 = R8.x - c[30];
    R2 = R2 * c[31];
    // Steep ground shows its rock
    R3.x = c[12].z - R1.y;
    R3.x = R3.x * c[31].y;
    R2.z = max(R2.z, R3.x);
    R2 = max(R2, c[12].xxxx);
    R2 = min(R2, c[12].yyyy);
    // Direct light, and the sky from above
    R3.x = dot(R1.xyz, c[16].xyz);
    R3.x = max(R3.x, c[12].x);
    R3.y = R1.y * c[12].z + c[12].z;
    R10.xyz = R3.x * c[17].xyz;
    R10.xyz = R3.y * c[19].xyz + R10.xyz;
    // Land, or water?
    CC.z = R3.z = R8.x - c[29].y;
    if (CC.z > 0.0) {
        R9.xyz = c[34].xyz;
        R3.xyz = c[35].xyz - R9.xyz;
        R9.xyz = R2.y * R3.xyz + R9.xyz;
        R3.xyz = c[36].xyz - R9.xyz;
        R9.xyz = R2.z * R3.xyz + R9.xyz;
        R3.xyz = c[37].xyz - R9.xyz;
        R9.xyz = R2.w * R3.xyz + R9.xyz;
        COL0.xyz = R9.xyz * R10.xyz;
        COL0.w = c[12].y;
    } else {
        // Sand shines through at the shore, deeper water is darker
        R3.x = -R3.z * c[31].x;
        R3.y = R3.x * c[31].w;
        R3.xy = min(R3.xy, c[12].yy);
        R9.xyz = c[34].xyz;
        R11.xyz = c[33].xyz - R9.xyz;
        R9.xyz = R3.y * R11.xyz + R9.xyz;
        R11.xyz = c[32].xyz - R9.xyz;
        R9.xyz = R3.x * R11.xyz + R9.xyz;
        COL0.xyz = R9.xyz * R10.xyz;
        COL0.w = c[12].y;
        // Glint of the light
        R2.xyz = c[20].xyz - R0.xyz;
        R2.w = dot(R2.xyz, R2.xyz);
        R2.w = inversesqrt(R2.w);
        R2.xyz = R2.xyz * R2.w + c[16].xyz;
        R2.w = dot(R2.xyz, R2.xyz);
        R2.w = inversesqrt(R2.w);
        R2.xyz = R2.xyz * R2.w;
        R3.x = c[12].y;
        R3.y = dot(R1.xyz, R2.xyz);
        R3.w = c[19].w;
        R3 = vec4(1.0, max(R3.x, 0.0), specular(R3.x, R3.y, R3.w), 1.0);
        COL1.xyz = R3.z * c[17].xyz;
    }
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
    gl_ClipDistance[0] = CLP0.x;
}
