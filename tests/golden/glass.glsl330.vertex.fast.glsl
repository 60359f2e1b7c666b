#version 330 core
// Translated from glass.vp (!!VP1.1): vertex shader, fast numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(std140) uniform ProgramParameters {
    vec4 c[24];
};
out vec4 COL0;
out vec4 COL1;

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99609375, 127.99609375));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 R0, R1, R2, R3, R4, R5, R6, R7, HPOS;
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    // Glass: nothing where one looks straight through, sky at grazing angles, two highlights.
    // Blended with ONE, ONE_MINUS_SRC_ALPHA.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model-view matrix
    // c[8]-c[11]   inverse transpose of the model-view matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[16]        key light position in eye space
    // c[17]        key light colour
    // c[18]        direction to the fill light in eye space
    // c[19]        fill light colour
    // c[22]        colour at grazing angles, coverage there
    // c[23]        x = coverage seen straight on, w = shininess
    HPOS.x = dot(c[0], v_OPOS);
    HPOS.y = dot(c[1], v_OPOS);
    HPOS.z = dot(c[2], v_OPOS);
    HPOS.w = dot(c[3], v_OPOS);
    // R0 = position, R1 = unit normal, R2 = unit vector to the eye, in eye space
    R0.x = dot(c[4], v_OPOS);
    R0.y = dot(c[5], v_OPOS);
    R0.z = dot(c[6], v_OPOS);
    R1.x = dot(c[8].xyz, v_NRML.xyz);
    R1.y = dot(c[9].xyz, v_NRML.xyz);
    R1.z = dot(c[10].xyz, v_NRML.xyz);
    R1.w = dot(R1.xyz, R1.xyz);
    R1.w = inversesqrt(abs(R1.w));
    R1.xyz = R1.xyz * R1.w;
    R2.w = dot(R0.xyz, R0.xyz);
    R2.w = inversesqrt(abs(R2.w));
    R2.xyz = -R0.xyz * R2.w;
    // Fresnel: (1 - |N.V|)^3
    R3.x = dot(R1.xyz, R2.xyz);
    R3.x = abs(R3.x);
    R3.x = c[12].y - R3.x;
    R3.y = R3.x * R3.x;
    R3.x = R3.x * R3.y;
    R3.x = max(R3.x, c[23].x);
    R4 = vec4(R3.x * c[22].w);
    COL0.xyz = R4.xyz * c[22].xyz;
    COL0.w = R4.w;
    // Highlight of the key light
    R5.xyz = c[16].xyz - R0.xyz;
    R5.w = dot(R5.xyz, R5.xyz);
    R5.w = inversesqrt(abs(R5.w));
    R5.xyz = R5.xyz * R5.w + R2.xyz;
    R5.w = dot(R5.xyz, R5.xyz);
    R5.w = inversesqrt(abs(R5.w));
    R5.xyz = R5.xyz * R5.w;
    R6.x = c[12].y;
    R6.y = dot(R1.xyz, R5.xyz);
    R6.w = c[23].w;
    R6 = vec4(1.0, max(R6.x, 0.0), specular(R6.x, R6.y, R6.w), 1.0);
    R6.z = R6.z * R6.z;
    R7.xyz = R6.z * c[17].xyz;
    // Highlight of the fill light
    R5.xyz = R2.xyz + c[18].xyz;
    R5.w = dot(R5.xyz, R5.xyz);
    R5.w = inversesqrt(abs(R5.w));
    R5.xyz = R5.xyz * R5.w;
    R6.x = c[12].y;
    R6.y = dot(R1.xyz, R5.xyz);
    R6.w = c[23].w;
    R6 = vec4(1.0, max(R6.x, 0.0), specular(R6.x, R6.y, R6.w), 1.0);
    R6.z = R6.z * R6.z;
    COL1.xyz = R6.z * c[19].xyz + R7.xyz;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}
