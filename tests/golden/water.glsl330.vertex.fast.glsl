#version 330 core
// Translated from water.vp (!!VP2.0): vertex shader, fast numerics
// The sea: a loop adds waves, each a SIN and a COS, to height and slope. Far away only the long
// ones are worth the while; foam is painted where a branch finds a crest.
//
// c[0]-c[3]    model-view-projection matrix
// c[12]        constants 0, 1, 0.5, 2
// c[13]        x = 0, z = 2: first wave and step
// c[14]        x = number of waves near, y = number far away, z = where far begins,
//              w = how fast the distance calms the water
// c[15]        x = time
// c[16]        direction to the sun
// c[17]        colour of the sun's glitter
// c[18]        colour of the sky around the sun
// c[19]        x = least reflection, y = foam begins, z = foam sharpness, w = light in the crests
// c[20]        eye
// c[21]        colour of the sky at the horizon
// c[22]        colour of the sky overhead
// c[23]        colour of deep water
// c[24]        colour of light that shines through a crest
// c[25]        colour of foam
// c[26]        x = shininess of the glitter, y = of the sky around the sun
// c[27]        1 / (2 pi), 2 pi
// c[32]        wave 0: wave vector along x and z, angular frequency, phase
// c[33]        wave 0: height, sway along x and z, sharpness; further waves follow

layout(location = 0) in vec4 v_OPOS;
layout(std140) uniform ProgramParameters {
    vec4 c[256];
};
out vec4 COL0;
out vec4 COL1;
out vec4 FOGC;

// NV_vertex_program 2.14.1.9: a read outside the parameters gives zeros
vec4 parameter(int index) {
    vec4 value = c[min(uint(index), 255u)];
    return uint(index) < 256u ? value : vec4(0.0);
}

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99609375, 127.99609375));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, CC;
    ivec4 A0;
    vec4 HPOS = vec4(0.0, 0.0, 0.0, 1.0);
    int executed = 0;  // ends after 65536 instructions (NV_vertex_program2 2.14.2.3)
    COL0 = vec4(0.0, 0.0, 0.0, 1.0);
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    FOGC = vec4(0.0, 0.0, 0.0, 1.0);
    // R0 = where the water is at rest and when: x, z, time, 1
    R0.xy = v_OPOS.xz;
    R0.z = c[15].x;
    R0.w = c[12].y;
    // R1 = moved position, R2 = slope, R3.w = distance
    R1 = v_OPOS;
    R2 = c[12].xyxx;
    R3.xyz = c[20].xyz - R1.xyz;
    R3.w = dot(R3.xyz, R3.xyz);
    R3.x = inversesqrt(R3.w);
    R3.w = R3.w * R3.x;
    R4.x = c[14].x;
    CC.y = R4.y = R3.w - c[14].z;
    if (CC.y > 0.0) R4.x = c[14].y;
    A0 = ivec4(clamp(floor(c[13]), -512.0, 511.0));
    executed += 13;
    while (executed < 65536) {
        R5.x = dot(parameter(A0.x + 32), R0);
        R5.x = R5.x * c[27].x;
        R5.x = fract(R5.x);
        R5.x = R5.x * c[27].y;
        R6.x = sin(R5.x);
        R6.y = cos(R5.x);
        R1.y = R6.x * parameter(A0.x + 33).x + R1.y;
        R1.xz = R6.y * parameter(A0.x + 33).yz + R1.xz;
        R6.z = R6.y * parameter(A0.x + 33).x;
        R2.xz = -R6.z * parameter(A0.x + 32).xy + R2.xz;
        R2.y = -R6.x * parameter(A0.x + 33).w + R2.y;
        A0.x = clamp(A0.x + A0.z, -512, 511);
        CC.x = R4.x = R4.x - c[12].y;
        executed += 14;
        if (CC.x <= 0.0) {
            break;
        }
    }
    if (executed < 65536) HPOS.x = dot(c[0], R1);
    if (executed < 65535) HPOS.y = dot(c[1], R1);
    if (executed < 65534) HPOS.z = dot(c[2], R1);
    if (executed < 65533) HPOS.w = dot(c[3], R1);
    if (executed < 65532) FOGC.x = R3.w;
    // Distance calms the slope
    R4.x = R3.w * c[14].w;
    R4.x = R4.x + c[12].y;
    R4.x = 1.0 / R4.x;
    R2.xz = R2.xz * R4.x;
    R2.w = dot(R2.xyz, R2.xyz);
    R2.w = inversesqrt(R2.w);
    R2.xyz = R2.xyz * R2.w;
    // R3 = unit vector to the eye, R5 = mirrored view
    R3.xyz = c[20].xyz - R1.xyz;
    R3.w = dot(R3.xyz, R3.xyz);
    R3.w = inversesqrt(R3.w);
    R3.xyz = R3.xyz * R3.w;
    R4.x = dot(R2.xyz, R3.xyz);
    R4.x = max(R4.x, c[12].x);
    R4.y = R4.x + R4.x;
    R5.xyz = R4.y * R2.xyz - R3.xyz;
    R5.y = max(R5.y, c[12].x);
    // Fresnel: least + (1 - least) (1 - N.V)^5
    R4.z = c[12].y - R4.x;
    R4.w = R4.z * R4.z;
    R4.w = R4.w * R4.w;
    R4.z = R4.z * R4.w;
    R4.w = c[12].y - R4.z;
    R4.z = R4.w * c[19].x + R4.z;
    // R7 = mirrored sky: from the horizon up, with the glow around the sun
    R6.x = inversesqrt(abs(R5.y));
    R6.x = R6.x * R5.y;
    CC.x = R5.y;
    if (CC.x == 0.0) R6.x = c[12].x;
    R7.xyz = c[21].xyz;
    R8.xyz = c[22].xyz - R7.xyz;
    R7.xyz = R6.x * R8.xyz + R7.xyz;
    R6.x = c[12].y;
    R6.y = dot(R5.xyz, c[16].xyz);
    R6.w = c[26].y;
    R8 = vec4(1.0, max(R6.x, 0.0), specular(R6.x, R6.y, R6.w), 1.0);
    R7.xyz = R8.z * c[18].xyz + R7.xyz;
    R6.w = c[26].x;
    R8 = vec4(1.0, max(R6.x, 0.0), specular(R6.x, R6.y, R6.w), 1.0);
    R8.z = R8.z * R8.z;
    R9.xyz = R8.z * c[17].xyz;
    // R10 = the water's own colour; crests let light through
    R6.x = R1.y * c[19].w;
    R6.x = max(R6.x, c[12].x);
    R10.xyz = c[23].xyz;
    R10.xyz = R6.x * c[24].xyz + R10.xyz;
    R8.xyz = R7.xyz - R10.xyz;
    R10.xyz = R4.z * R8.xyz + R10.xyz;
    // Foam on the highest crests
    CC.x = R6.x = R1.y - c[19].y;
    executed += 51;
    if (CC.x > 0.0) {
        R6.x = R6.x * c[19].z;
        R6.x = min(R6.x, c[12].y);
        R8.xyz = c[25].xyz - R10.xyz;
        R10.xyz = R6.x * R8.xyz + R10.xyz;
        executed += 4;
    }
    if (executed < 65536) COL0.xyz = R10.xyz;
    if (executed < 65535) COL0.w = c[12].y;
    if (executed < 65534) COL1.xyz = R9.xyz;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}
