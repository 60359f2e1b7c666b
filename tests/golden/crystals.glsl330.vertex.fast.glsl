#version 330 core
// Translated from crystals.vp (!!ARBvp1.0): vertex shader, fast numerics

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 modelview[4];
    vec4 normals[3];
    vec4 cut;
    vec4 lamp;
    vec4 lamp_color;
    vec4 lamp_gloss;
    vec4 glow;
    vec4 shininess;
    vec4 bumps[10];
    vec4 shape;
};
out vec4 COL0;
out vec4 COL1;
out float gl_ClipDistance[1];

vec4 around;
vec4 phase = vec4(0.0);
vec4 sum;
vec4 place = vec4(0.0);
vec4 random;
vec4 eye = vec4(0.0);
vec4 n = vec4(0.0);
vec4 light = vec4(0.0);
vec4 v_half = vec4(0.0);
vec4 share = vec4(0.0);
ivec4 octave;
vec4 HPOS = vec4(0.0);
vec4 CLP0 = vec4(0.0);

vec4 bumps_at(int index) {
    vec4 value = bumps[min(uint(index), 9u)];
    return uint(index) < 10u ? value : vec4(0);
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
    // Crystals that line the hollow of a stone, cut off by clip plane 0: every vertex of a coarse sphere has
    // a height and a tilt of its own, so that with flat shading every face catches the light differently.
    //
    // bumps[5 i]   as in the stone's skin: x, y and z of four waves, their phases and heights
    // x = size of the hollow, y = length of the crystals, z = tilt, w = difference in depth of colour
    // Numbers of a vertex: the fraction of its position times these
    around = vertex_position;
    random = around.x * vec4(37.7, 91.3, 61.9, 23.1);
    random = around.y * vec4(71.1, 29.7, 83.3, 47.9) + random;
    random = around.z * vec4(53.3, 67.9, 31.1, 79.7) + random;
    random = fract(random);
    sum = vec4(0.0);
    octave = ivec4(int(floor(0.0)));
    four_waves();
    octave = ivec4(int(floor(5.0)));
    four_waves();
    place.w = sum.w + 1.0;
    place.w = 1.0 / place.w;
    place.w = place.w * shape.x;
    // Inwards from there
    share.x = random.w * -shape.y + 1.0;
    place.w = place.w * share.x;
    place.xyz = around.xyz * place.w;
    place.w = 1.0;
    HPOS.x = dot(mvp[0], place);
    HPOS.y = dot(mvp[1], place);
    HPOS.z = dot(mvp[2], place);
    HPOS.w = dot(mvp[3], place);
    eye.x = dot(modelview[0], place);
    eye.y = dot(modelview[1], place);
    eye.z = dot(modelview[2], place);
    eye.w = dot(modelview[3], place);
    CLP0.x = dot(cut, eye);
    // The face looks inwards, tilted
    n.xyz = random.xyz * 2.0 - 1.0;
    n.xyz = n.xyz * shape.z - around.xyz;
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
    light.xyz = lamp_color.xyz * share.y + glow.xyz;
    random.x = random.w * shape.w + 1.0;
    COL0.xyz = light.xyz * random.x;
    COL0.w = glow.w;
    COL1.xyz = lamp_gloss.xyz * share.z;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
    gl_ClipDistance[0] = CLP0.x;
}
