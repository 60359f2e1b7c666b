#version 330 core
// Translated from two_side.vp (!!VP1.1): vertex shader, fast numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[26];
};
out vec4 COL0;
out vec4 COL1;
out vec4 BFC0;
out vec4 BFC1;
out vec4 TEX0;

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99609375, 127.99609375));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, HPOS;
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    BFC1 = vec4(0.0, 0.0, 0.0, 1.0);
    // Two materials on one sheet: COL0 and COL1 for the side whose normal is given, BFC0 and BFC1
    // for the other. VERTEX_PROGRAM_TWO_SIDE chooses by the facing of each triangle.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model-view matrix
    // c[8]-c[11]   inverse transpose of the model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[16]        key light position in eye space
    // c[17]        key light colour
    // c[18]        direction to the fill light in eye space
    // c[19]        fill light colour
    // c[20]        up in eye space
    // c[21]        sky colour
    // c[22], c[23] front: diffuse colour, specular colour and shininess
    // c[24], c[25] back: diffuse colour, specular colour and shininess
    HPOS.x = dot(c[0], v_OPOS);
    HPOS.y = dot(c[1], v_OPOS);
    HPOS.z = dot(c[2], v_OPOS);
    HPOS.w = dot(c[3], v_OPOS);
    R0.x = dot(c[4], v_OPOS);
    R0.y = dot(c[5], v_OPOS);
    R0.z = dot(c[6], v_OPOS);
    R1.x = dot(c[8].xyz, v_NRML.xyz);
    R1.y = dot(c[9].xyz, v_NRML.xyz);
    R1.z = dot(c[10].xyz, v_NRML.xyz);
    R1.w = dot(R1.xyz, R1.xyz);
    R1.w = inversesqrt(abs(R1.w));
    R1.xyz = R1.xyz * R1.w;
    // R3 = unit vector to the light, R4 = unit half vector
    R2.w = dot(R0.xyz, R0.xyz);
    R2.w = inversesqrt(abs(R2.w));
    R2.xyz = -R0.xyz * R2.w;
    R3.xyz = c[16].xyz - R0.xyz;
    R3.w = dot(R3.xyz, R3.xyz);
    R3.w = inversesqrt(abs(R3.w));
    R3.xyz = R3.xyz * R3.w;
    R4.xyz = R3.xyz + R2.xyz;
    R4.w = dot(R4.xyz, R4.xyz);
    R4.w = inversesqrt(abs(R4.w));
    R4.xyz = R4.xyz * R4.w;
    // Cosines for the front; the back has the same with the other sign
    R5.x = dot(R1.xyz, R3.xyz);
    R5.y = dot(R1.xyz, R4.xyz);
    R6.x = dot(R1.xyz, c[18].xyz);
    R6.y = dot(R1.xyz, c[20].xyz);
    // Front
    R7.xy = R5.xy;
    R7.w = c[23].w;
    R7 = vec4(1.0, max(R7.x, 0.0), specular(R7.x, R7.y, R7.w), 1.0);
    R8.xyz = R7.y * c[17].xyz;
    R6.z = max(R6.x, c[12].x);
    R8.xyz = R6.z * c[19].xyz + R8.xyz;
    R6.w = R6.y * c[12].z + c[12].z;
    R6.w = R6.w * c[12].z + c[12].z;
    R8.xyz = R6.w * c[21].xyz + R8.xyz;
    R8.xyz = R8.xyz * c[22].xyz;
    COL0.xyz = R8.xyz * v_COL0.xyz;
    COL0.w = c[22].w;
    R8.xyz = R7.z * c[17].xyz;
    COL1.xyz = R8.xyz * c[23].xyz;
    // Back
    R7.xy = -R5.xy;
    R7.w = c[25].w;
    R7 = vec4(1.0, max(R7.x, 0.0), specular(R7.x, R7.y, R7.w), 1.0);
    R8.xyz = R7.y * c[17].xyz;
    R6.z = max(-R6.x, c[12].x);
    R8.xyz = R6.z * c[19].xyz + R8.xyz;
    R6.w = -R6.y * c[12].z + c[12].z;
    R6.w = R6.w * c[12].z + c[12].z;
    R8.xyz = R6.w * c[21].xyz + R8.xyz;
    R8.xyz = R8.xyz * c[24].xyz;
    BFC0.xyz = R8.xyz * v_COL0.xyz;
    BFC0.w = c[24].w;
    R8.xyz = R7.z * c[17].xyz;
    BFC1.xyz = R8.xyz * c[25].xyz;
    TEX0 = v_TEX0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
    BFC0 = clamp(BFC0, 0.0, 1.0);
    BFC1 = clamp(BFC1, 0.0, 1.0);
}
