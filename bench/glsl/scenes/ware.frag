#version 430 core
// Polished ware: a texture lit at every pixel, a highlight, a reflection of the sky, a soft round shadow.
layout(std140) uniform FragmentParameters {
    vec4 eye;     // w: shininess
    vec4 light;   // w: ambient light
    vec4 tint;
    vec4 sky;     // a: how much is reflected from straight above
    vec4 shadow;  // xz: its middle, y: 1 / radius², w: how dark
};
layout(binding = 0) uniform sampler2D material;
in vec2 uv;
in vec3 world;
in vec3 world_normal;
out vec4 color;

float fresnel(float facing, float least) {
    float t = 1.0 - facing;
    float squared = t * t;
    return mix(squared * squared * t, 1.0, least);
}

void main() {
    vec4 base = texture(material, uv) * tint;
    vec3 n = normalize(world_normal);
    vec3 v = normalize(eye.xyz - world);
    vec3 h = normalize(v + light.xyz);
    vec2 away = world.xz - shadow.xz;
    float near = dot(away, away) * shadow.y;
    float shade = 1.0 - shadow.w / (1.0 + near * near);

    float facing = dot(n, light.xyz);
    float diffuse = max(facing, 0.0) * shade;
    float gloss = facing > 0.0 ? pow(max(dot(n, h), 0.0), eye.w) * shade : 0.0;
    float mirrored = fresnel(clamp(dot(n, v), 0.0, 1.0), sky.a) * shade;
    vec3 lit = mix(base.rgb * (diffuse * 0.8 + light.w), sky.rgb, mirrored);
    color = vec4(lit + gloss * 0.6, base.a + mirrored);
}
