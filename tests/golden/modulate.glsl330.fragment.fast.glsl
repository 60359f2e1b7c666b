#version 330 core
// Translated from modulate.fp (!!ARBfp1.0): fragment shader, fast numerics
// A decal over the lit surface: texture 0 tinted by the vertex colour, texture 1 laid on by its alpha.

in vec4 COL0;
in vec4 TEX0;
in vec4 TEX1;
uniform sampler2D texture0;
uniform sampler2D texture1;
layout(location = 0) out vec4 color;

void main() {
    vec4 decal = texture(texture1, TEX1.xy);
    vec4 surface = texture(texture0, TEX0.xy) * COL0;
    surface.xyz = mix(surface.xyz, decal.xyz, decal.w);
    color = clamp(surface, 0.0, 1.0);
}
