#version 330 core
// Translated from lights.vp (!!VP2.0): vertex shader, fast numerics
// As many point lights as the object asks for, in a loop that counts down in the condition code.
//
// c[0]-c[3]    model-view-projection matrix
// c[4]-c[7]    model matrix
// c[8]-c[11]   inverse transpose of the model matrix
// c[12]        constants 0, 1, 0.5, 2
// c[13]        x = number of lights
// c[14]        x = 0, z = 2: first light and step
// c[20]        eye in the world
// c[21]        ambient colour
// c[22]        diffuse colour, alpha
// c[23]        specular colour, shininess
// c[24]        x = texture repeats per unit, y = how fast the distance darkens
// c[32]        light 0: position in the world, attenuation per squared distance
// c[33]        light 0: colour; further lights follow

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[256];
};
out vec4 COL0;
out vec4 COL1;
out vec4 TEX0;

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
    vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, CC, HPOS;
    ivec4 A0;
    int executed = 0;  // ends after 65536 instructions (NV_vertex_program2 2.14.2.3)
    COL0 = vec4(0.0, 0.0, 0.0, 1.0);
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    HPOS.x = dot(c[0], v_OPOS);
    HPOS.y = dot(c[1], v_OPOS);
    HPOS.z = dot(c[2], v_OPOS);
    HPOS.w = dot(c[3], v_OPOS);
    // R0 = position, R1 = unit normal, R2 = unit vector to the eye, all in the world
    R0.x = dot(c[4], v_OPOS);
    R0.y = dot(c[5], v_OPOS);
    R0.z = dot(c[6], v_OPOS);
    R1.x = dot(c[8].xyz, v_NRML.xyz);
    R1.y = dot(c[9].xyz, v_NRML.xyz);
    R1.z = dot(c[10].xyz, v_NRML.xyz);
    R1.w = dot(R1.xyz, R1.xyz);
    R1.w = inversesqrt(R1.w);
    R1.xyz = R1.xyz * R1.w;
    R2.xyz = c[20].xyz - R0.xyz;
    R2.w = dot(R2.xyz, R2.xyz);
    R2.w = inversesqrt(R2.w);
    R2.xyz = R2.xyz * R2.w;
    // R8 = diffuse light, R9 = specular light
    R8 = c[21];
    R9 = vec4(c[12].x);
    A0 = ivec4(clamp(floor(c[14]), -512.0, 511.0));
    CC.x = R7.x = c[13].x;
    executed += 22;
    if (CC.x > 0.0) {
        while (executed < 65536) {
            // R3 = way to the light and its squared length, R4 = unit vector to the light
            R3.xyz = parameter(A0.x + 32).xyz - R0.xyz;
            R3.w = dot(R3.xyz, R3.xyz);
            R4.w = inversesqrt(R3.w);
            R4.xyz = R3.xyz * R4.w;
            // A light below the surface costs no more than this
            CC.x = R5.x = dot(R1.xyz, R4.xyz);
            executed += 6;
            if (CC.x > 0.0) {
                R3.w = R3.w * parameter(A0.x + 32).w;
                R3.w = R3.w + c[12].y;
                R3.w = 1.0 / R3.w;
                R6.xyz = R4.xyz + R2.xyz;
                R6.w = dot(R6.xyz, R6.xyz);
                R6.w = inversesqrt(R6.w);
                R6.xyz = R6.xyz * R6.w;
                R5.y = dot(R1.xyz, R6.xyz);
                R5.w = c[23].w;
                R5 = vec4(1.0, max(R5.x, 0.0), specular(R5.x, R5.y, R5.w), 1.0);
                R5.yz = R5.yz * R3.w;
                R8.xyz = R5.y * parameter(A0.x + 33).xyz + R8.xyz;
                R9.xyz = R5.z * parameter(A0.x + 33).xyz + R9.xyz;
                executed += 13;
            }
            A0.x = clamp(A0.x + A0.z, -512, 511);
            CC.x = R7.x = R7.x - c[12].y;
            executed += 3;
            if (CC.x <= 0.0) {
                break;
            }
        }
    }
    // The far end of the room goes dark
    R6.x = R0.x * R0.x;
    R6.x = R0.z * R0.z + R6.x;
    R6.x = -R6.x * c[24].y;
    R6.x = exp2(R6.x);
    R8.xyz = R8.xyz * R6.x;
    R9.xyz = R9.xyz * R6.x;
    R8.xyz = R8.xyz * v_COL0.xyz;
    if (executed < 65529) COL0.xyz = R8.xyz * c[22].xyz;
    if (executed < 65528) COL0.w = c[22].w;
    if (executed < 65527) COL1.xyz = R9.xyz * c[23].xyz;
    if (executed < 65526) TEX0.xy = v_TEX0.xy * c[24].x;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}
