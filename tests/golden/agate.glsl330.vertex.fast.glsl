#version 330 core
// Translated from agate.vp (!!ARBvp1.0): vertex shader, fast numerics

layout(location = 0) in vec4 vertex_position;
layout(location = 2) in vec4 vertex_normal;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 modelview[3];
    vec4 normals[3];
    vec4 stone[3];
    vec4 clouds[2];
    vec4 lamp;
    vec4 lamp_color;
    vec4 lamp_gloss;
    vec4 ambient;
    vec4 shininess;
    vec4 bumps[15];
    vec4 shape;
    vec4 begins;
    vec4 sharply;
    vec4 colors[5];
};
out vec4 COL0;
out vec4 COL1;
out vec4 TEX0;
out vec4 TEX1;
out float gl_ClipDistance[2];

vec4 place = vec4(0.0);
vec4 around;
vec4 phase = vec4(0.0);
vec4 sum;
vec4 depth = vec4(0.0);
vec4 share = vec4(0.0);
vec4 color = vec4(0.0);
vec4 next = vec4(0.0);
vec4 eye = vec4(0.0);
vec4 n = vec4(0.0);
vec4 light = vec4(0.0);
vec4 v_half = vec4(0.0);
ivec4 octave;
vec4 HPOS;
vec4 CLP0 = vec4(0.0);
vec4 CLP1 = vec4(0.0);

vec4 bumps_at(int index) {
    vec4 value = bumps[min(uint(index), 14u)];
    return uint(index) < 15u ? value : vec4(0);
}

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

void four_waves() {
    // Adds the height of four waves at around to sum.w
    phase = around.x * bumps_at(octave.x);
    phase = around.y * bumps_at(octave.x + 1) + phase;
    phase = around.z * bumps_at(octave.x + 2) + phase;
    phase = phase + bumps_at(octave.x + 3);
    phase.x = sin(phase.x);
    phase.y = sin(phase.y);
    phase.z = sin(phase.z);
    phase.w = sin(phase.w);
    phase.x = dot(phase, bumps_at(octave.x + 4));
    sum.w = sum.w + phase.x;
}

void main() {
    COL0 = vec4(0.0);
    COL1 = vec4(0.0);
    TEX0 = vec4(0.0);
    TEX1 = vec4(0.0);
    // The polished face of a cut stone: a level grid, clipped to what lies inside the stone's skin and outside
    // its hollow. Bands follow the skin, and bend more the deeper they lie; a strip of noise makes them fine.
    //
    // state.matrix.program[2]   from the grid to the stone, whose skin has the radius 1 / (1 + waves)
    // bumps[5 i]                x, y and z of four waves, their phases and heights; 0 and 1 for the skin,
    //                           2 for the bands
    // x = size of the hollow, y = how far bands bend, z = bands, w = side of the face
    // Where each of the colours after the first begins, and how sharply
    HPOS.x = dot(mvp[0], vertex_position);
    HPOS.y = dot(mvp[1], vertex_position);
    HPOS.z = dot(mvp[2], vertex_position);
    HPOS.w = dot(mvp[3], vertex_position);
    place.x = dot(stone[0], vertex_position);
    place.y = dot(stone[1], vertex_position);
    place.z = dot(stone[2], vertex_position);
    // depth.x = 1 on the skin, 0 in the middle: the radius times 1 + waves
    place.w = dot(place.xyz, place.xyz);
    place.w = max(place.w, 0.0001);
    around.w = inversesqrt(abs(place.w));
    around.xyz = place.xyz * around.w;
    place.w = place.w * around.w;
    sum = vec4(0.0);
    octave = ivec4(int(floor(0.0)));
    four_waves();
    octave = ivec4(int(floor(5.0)));
    four_waves();
    depth.x = place.w * sum.w + place.w;
    CLP0.x = 1.0 - depth.x;
    CLP1.x = depth.x - shape.x;
    // depth.y = how deep, bent; bands narrow towards the hollow
    around = place;
    sum = vec4(0.0);
    octave = ivec4(int(floor(10.0)));
    four_waves();
    depth.y = 1.0 - depth.x;
    sum.w = sum.w * shape.y;
    depth.y = depth.y * sum.w + depth.y;
    // From colour to colour
    share = depth.y - begins;
    share = share * sharply;
    share = max(share, vec4(0.0));
    share = min(share, vec4(1.0));
    color = colors[0];
    next = colors[1] - color;
    color = share.x * next + color;
    next = colors[2] - color;
    color = share.y * next + color;
    next = colors[3] - color;
    color = share.z * next + color;
    next = colors[4] - color;
    color = share.w * next + color;
    // Light on the face, and the gloss of its polish
    eye.x = dot(modelview[0], vertex_position);
    eye.y = dot(modelview[1], vertex_position);
    eye.z = dot(modelview[2], vertex_position);
    n.xyz = vertex_normal.xyz * shape.w;
    share.x = dot(normals[0].xyz, n.xyz);
    share.y = dot(normals[1].xyz, n.xyz);
    share.z = dot(normals[2].xyz, n.xyz);
    share.w = dot(share.xyz, share.xyz);
    share.w = inversesqrt(abs(share.w));
    n.xyz = share.xyz * share.w;
    light.xyz = lamp.xyz - eye.xyz;
    light.w = dot(light.xyz, light.xyz);
    light.w = inversesqrt(abs(light.w));
    light.xyz = light.xyz * light.w;
    v_half.w = dot(eye.xyz, eye.xyz);
    v_half.w = inversesqrt(abs(v_half.w));
    v_half.xyz = eye.xyz * -v_half.w + light.xyz;
    v_half.w = dot(v_half.xyz, v_half.xyz);
    v_half.w = inversesqrt(abs(v_half.w));
    v_half.xyz = v_half.xyz * v_half.w;
    share.x = dot(n.xyz, light.xyz);
    share.y = dot(n.xyz, v_half.xyz);
    share.w = shininess.x;
    share = vec4(1.0, max(share.x, 0.0), specular(share.x, share.y, share.w), 1.0);
    light.xyz = lamp_color.xyz * share.y + ambient.xyz;
    COL0.xyz = color.xyz * light.xyz;
    COL0.w = 1.0;
    COL1.xyz = lamp_gloss.xyz * share.z;
    TEX0.x = depth.y * shape.z;
    TEX0.yzw = vec3(0.0, 0.0, 1.0);
    TEX1.x = dot(clouds[0], vertex_position);
    TEX1.y = dot(clouds[1], vertex_position);
    TEX1.zw = vec2(0.0, 1.0);
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
    gl_ClipDistance[0] = CLP0.x;
    gl_ClipDistance[1] = CLP1.x;
}
