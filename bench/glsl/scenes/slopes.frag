#version 430 core
// A picture of heights made slopes, tone and height.
layout(std140) uniform FragmentParameters {
    vec4 texel;  // zw: one texel
    vec4 steep;
};
layout(binding = 0) uniform sampler2D heights;
in vec2 uv;
out vec4 color;

void main() {
    vec2 here = texture(heights, uv).xy;
    float right = texture(heights, uv + vec2(texel.z, 0.0)).x;
    float above = texture(heights, uv + vec2(0.0, texel.w)).x;
    color = vec4((here.x - vec2(right, above)) * steep.x + steep.y, here.y, here.x);
}
