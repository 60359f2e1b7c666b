#version 330 core
// Translated from stone.vp (!!ARBvp1.0): vertex shader, fast numerics

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 modelview[4];
    vec4 normals[3];
    vec4 cut;
    vec4 grain[2];
    vec4 from_cut;
    vec4 lamp;
    vec4 lamp_color;
    vec4 window;
    vec4 window_color;
    vec4 glow;
    vec4 bumps[10];
};
out vec4 COL0;
out vec4 TEX0;
out vec4 TEX1;
out float gl_ClipDistance[1];

vec4 around;
vec4 phase = vec4(0.0);
vec4 wave = vec4(0.0);
vec4 slope = vec4(0.0);
vec4 sum;
vec4 place = vec4(0.0);
vec4 eye = vec4(0.0);
vec4 n = vec4(0.0);
vec4 light = vec4(0.0);
ivec4 octave;
vec4 HPOS = vec4(0.0);
vec4 CLP0 = vec4(0.0);

vec4 bumps_at(int index) {
    vec4 value = bumps[min(uint(index), 9u)];
    return uint(index) < 10u ? value : vec4(0);
}

void four_waves() {
    // Adds the height of four waves at around to sum.w, their slope to sum.xyz
    phase = around.x * bumps_at(octave.x);
    phase = around.y * bumps_at(octave.x + 1) + phase;
    phase = around.z * bumps_at(octave.x + 2) + phase;
    phase = phase + bumps_at(octave.x + 3);
    wave.x = sin(phase.x);
    wave.y = sin(phase.y);
    wave.z = sin(phase.z);
    wave.w = sin(phase.w);
    wave.x = dot(wave, bumps_at(octave.x + 4));
    sum.w = sum.w + wave.x;
    slope.x = cos(phase.x);
    slope.y = cos(phase.y);
    slope.z = cos(phase.z);
    slope.w = cos(phase.w);
    slope = slope * bumps_at(octave.x + 4);
    wave.x = dot(slope, bumps_at(octave.x));
    wave.y = dot(slope, bumps_at(octave.x + 1));
    wave.z = dot(slope, bumps_at(octave.x + 2));
    sum.xyz = sum.xyz + wave.xyz;
}

void main() {
    COL0 = vec4(0.0);
    TEX0 = vec4(0.0);
    TEX1 = vec4(0.0);
    // The rough skin of a stone: a unit sphere with bumps, cut off by clip plane 0 of the GL's state. Texture
    // coordinates come from the planes of TexGen: unit 0 lies on the stone, unit 1 measures from the cut.
    //
    // bumps[5 i]      x, y and z of four waves, their phases and heights; large ones, then small ones
    around = vertex_position;
    sum = vec4(0.0);
    octave = ivec4(int(floor(0.0)));
    four_waves();
    octave = ivec4(int(floor(5.0)));
    four_waves();
    // The surface is where radius * (1 + sum.w) = 1; its normal is the gradient of that
    place.w = sum.w + 1.0;
    place.w = 1.0 / place.w;
    place.xyz = around.xyz * place.w;
    place.w = 1.0;
    n.w = dot(sum.xyz, around.xyz);
    sum.xyz = around.xyz * -n.w + sum.xyz;
    n = around + sum;
    HPOS.x = dot(mvp[0], place);
    HPOS.y = dot(mvp[1], place);
    HPOS.z = dot(mvp[2], place);
    HPOS.w = dot(mvp[3], place);
    eye.x = dot(modelview[0], place);
    eye.y = dot(modelview[1], place);
    eye.z = dot(modelview[2], place);
    eye.w = dot(modelview[3], place);
    CLP0.x = dot(cut, eye);
    slope.x = dot(normals[0].xyz, n.xyz);
    slope.y = dot(normals[1].xyz, n.xyz);
    slope.z = dot(normals[2].xyz, n.xyz);
    slope.w = dot(slope.xyz, slope.xyz);
    slope.w = inversesqrt(abs(slope.w));
    n.xyz = slope.xyz * slope.w;
    // Lambert's cosine for the lamp and the window; hollows are a little darker
    light.xyz = lamp.xyz - eye.xyz;
    light.w = dot(light.xyz, light.xyz);
    light.w = inversesqrt(abs(light.w));
    phase.x = dot(light.xyz, n.xyz);
    phase.x = phase.x * light.w;
    phase.x = max(phase.x, 0.0);
    phase.x = min(phase.x, 1.0);
    wave.xyz = lamp_color.xyz * phase.x;
    phase.x = dot(window.xyz, n.xyz);
    phase.x = max(phase.x, 0.0);
    phase.x = min(phase.x, 1.0);
    wave.xyz = window_color.xyz * phase.x + wave.xyz;
    phase.y = sum.w * -5.0 + 1.0;
    phase.y = max(phase.y, 0.0);
    phase.y = min(phase.y, 1.0);
    wave.xyz = wave.xyz + glow.xyz;
    COL0.xyz = wave.xyz * phase.y;
    COL0.w = glow.w;
    TEX0.x = dot(grain[0], vertex_position);
    TEX0.y = dot(grain[1], vertex_position);
    TEX0.zw = vec2(0.0, 1.0);
    TEX1.y = dot(from_cut, eye);
    TEX1.xzw = vec3(0.0, 0.0, 1.0);
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_ClipDistance[0] = CLP0.x;
}
