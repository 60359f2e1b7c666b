#version 330 core
// Translated from fog.vp (!!VP1.0): vertex shader, fast numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[26];
};
out vec4 COL0;
out vec4 COL1;
out vec4 FOGC;
out vec4 TEX0;

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99609375, 127.99609375));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, HPOS;
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    FOGC = vec4(0.0, 0.0, 0.0, 1.0);
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    // Fog that lies in the valley: the fog coordinate is the distance to the eye, longer near the
    // ground, where the air is thick. The rough power of EXP is fine enough for weather.
    //
    // c[0]-c[3]    model-view-projection matrix
    // c[4]-c[7]    model matrix
    // c[8]-c[11]   inverse transpose of the model matrix
    // c[12]        constants 0, 1, 0.5, 2
    // c[16]        direction to the sun
    // c[17]        colour of the sun
    // c[18]        colour of the sky
    // c[19]        colour of the ground's own light
    // c[20]        eye in the world
    // c[21]        x = thickness at the ground, y = how fast it thins out with height
    // c[22]        diffuse colour, alpha
    // c[23]        specular colour, shininess
    // c[24]        texture repeats along s and t
    // c[25]        where most of the sky's light comes from
    HPOS.x = dot(c[0], v_OPOS);
    HPOS.y = dot(c[1], v_OPOS);
    HPOS.z = dot(c[2], v_OPOS);
    HPOS.w = dot(c[3], v_OPOS);
    // R0 = position, R1 = unit normal in the world
    R0.x = dot(c[4], v_OPOS);
    R0.y = dot(c[5], v_OPOS);
    R0.z = dot(c[6], v_OPOS);
    R1.x = dot(c[8].xyz, v_NRML.xyz);
    R1.y = dot(c[9].xyz, v_NRML.xyz);
    R1.z = dot(c[10].xyz, v_NRML.xyz);
    R1.w = dot(R1.xyz, R1.xyz);
    R1.w = inversesqrt(abs(R1.w));
    R1.xyz = R1.xyz * R1.w;
    // R2 = unit vector to the eye, R3.x = distance
    R2.xyz = c[20].xyz - R0.xyz;
    R2.w = dot(R2.xyz, R2.xyz);
    R3.w = inversesqrt(abs(R2.w));
    R3.x = R2.w * R3.w;
    R2.xyz = R2.xyz * R3.w;
    // Fog coordinate: distance * (1 + thickness * 2^(-height * thinning))
    R4.x = -R0.y * c[21].y;
    R4.z = exp2(R4.x);
    R4.z = R4.z * c[21].x;
    R4.z = R4.z + c[12].y;
    FOGC.x = R3.x * R4.z;
    // Sun
    R5.xyz = R2.xyz + c[16].xyz;
    R5.w = dot(R5.xyz, R5.xyz);
    R5.w = inversesqrt(abs(R5.w));
    R5.xyz = R5.xyz * R5.w;
    R6.x = dot(R1.xyz, c[16].xyz);
    R6.y = dot(R1.xyz, R5.xyz);
    R6.w = c[23].w;
    R6 = vec4(1.0, max(R6.x, 0.0), specular(R6.x, R6.y, R6.w), 1.0);
    R7.xyz = R6.y * c[17].xyz;
    // Light of the sky from one side, light thrown back by the ground from the other
    R6.x = dot(R1.xyz, c[25].xyz);
    R6.x = R6.x * c[12].z + c[12].z;
    R7.xyz = R6.x * c[18].xyz + R7.xyz;
    R6.x = c[12].y - R6.x;
    R7.xyz = R6.x * c[19].xyz + R7.xyz;
    R7.xyz = R7.xyz * c[22].xyz;
    COL0.xyz = R7.xyz * v_COL0.xyz;
    COL0.w = c[22].w;
    R8.xyz = R6.z * c[17].xyz;
    COL1.xyz = R8.xyz * c[23].xyz;
    TEX0.xy = v_TEX0.xy * c[24].xy;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}
