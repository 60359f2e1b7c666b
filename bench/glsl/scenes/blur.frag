#version 430 core
// One direction of a Gaussian blur: nine texels by five filtered lookups.
layout(std140) uniform FragmentParameters {
    vec4 texel;  // zw: one texel
    vec4 along;
    vec4 tint;
};
layout(binding = 0) uniform sampler2D picture;
in vec2 uv;
out vec4 color;

const float offsets[2] = float[](1.3846153846, 3.2307692308);
const float weights[3] = float[](0.2270270270, 0.3162162162, 0.0702702703);

void main() {
    vec2 direction = texel.zw * along.xy;
    vec4 sum = texture(picture, uv) * weights[0];
    for (int i = 0; i < 2; ++i) {
        vec2 offset = direction * offsets[i];
        sum += (texture(picture, uv + offset) + texture(picture, uv - offset)) * weights[i + 1];
    }
    color = sum * tint;
}
