#version 330 core
// Translated from invariant_gloss.vp (!!VP1.1): vertex shader, fast numerics

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(std140) uniform ProgramParameters {
    vec4 c[29];
};
layout(std140) uniform FixedFunction {
    vec4 mvp[4];
};
out vec4 COL0;
invariant gl_Position;

// NV_position_invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99609375, 127.99609375));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 R0, R1, R2, R3, R4, R5;
    // A later pass, added where the depth is EQUAL: the highlight of one light, and its diffuse light
    // as far as c[28] asks for it.
    //
    // c[12]        constants 0, 1, 0.5, 2
    // c[16]        unit direction to the light
    // c[17]        eye
    // c[24]        light times diffuse colour
    // c[25]        light times specular colour, shininess
    // c[28]        x = diffuse share, y = rim share
    R0.w = dot(v_NRML.xyz, v_NRML.xyz);
    R0.w = inversesqrt(abs(R0.w));
    R0.xyz = v_NRML.xyz * R0.w;
    // R1 = unit vector to the eye, R2 = unit half vector
    R1.xyz = c[17].xyz - v_OPOS.xyz;
    R1.w = dot(R1.xyz, R1.xyz);
    R1.w = inversesqrt(abs(R1.w));
    R1.xyz = R1.xyz * R1.w;
    R2.xyz = R1.xyz + c[16].xyz;
    R2.w = dot(R2.xyz, R2.xyz);
    R2.w = inversesqrt(abs(R2.w));
    R2.xyz = R2.xyz * R2.w;
    R3.x = dot(R0.xyz, c[16].xyz);
    R3.y = dot(R0.xyz, R2.xyz);
    R3.w = c[25].w;
    R3 = vec4(1.0, max(R3.x, 0.0), specular(R3.x, R3.y, R3.w), 1.0);
    R3.y = R3.y * c[28].x;
    R4.xyz = R3.z * c[25].xyz;
    R4.xyz = R3.y * c[24].xyz + R4.xyz;
    // Rim of light where the surface turns away
    R5.x = dot(R0.xyz, R1.xyz);
    R5.x = max(R5.x, c[12].x);
    R5.x = c[12].y - R5.x;
    R5.y = R5.x * R5.x;
    R5.x = R5.x * R5.y;
    R5.x = R5.x * c[28].y;
    COL0.xyz = R5.x * c[25].xyz + R4.xyz;
    COL0.w = c[12].y;
    gl_Position = fixed_function_position(v_OPOS);
    COL0 = clamp(COL0, 0.0, 1.0);
}
