#version 430 core
// Sun and sky on stone and metal, the sun's shadow by nine filtered comparisons.
layout(std140) uniform FragmentParameters {
    vec4 eye;    // w: shininess
    vec4 sun;    // w: depth bias
    vec4 tint;   // a: how metallic
    vec4 grain;  // x: repeats, yz: distance of the comparisons
};
layout(binding = 0) uniform sampler2D material;
layout(binding = 1) uniform sampler2DShadow shadows;
layout(binding = 2) uniform samplerCube sky;
in vec2 uv;
in vec3 world;
in vec3 world_normal;
in vec3 in_light;
out vec4 color;

const vec3 warm = vec3(1.10, 0.98, 0.78);
const vec3 zenith = vec3(0.27, 0.36, 0.50);
const vec3 ground = vec3(0.17, 0.145, 0.12);

float lit_share() {
    vec3 place = vec3(in_light.xy, in_light.z - sun.w);
    float sum = 0.0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            sum += texture(shadows, vec3(place.xy + vec2(x, y) * grain.yz, place.z));
    return sum / 9.0;
}

void main() {
    vec3 base = texture(material, uv * grain.x).rgb * tint.rgb;
    vec3 n = normalize(world_normal);
    vec3 v = normalize(eye.xyz - world);
    float share = lit_share();

    float facing = dot(n, sun.xyz);
    float diffuse = max(facing, 0.0) * share;
    float gloss = facing > 0.0 ? pow(max(dot(n, normalize(v + sun.xyz)), 0.0), eye.w) * share : 0.0;
    vec3 stone = base * (warm * diffuse + mix(ground, zenith, n.y * 0.5 + 0.5));
    vec3 metal = base * texture(sky, reflect(-v, n)).rgb * (diffuse * 0.55 + 0.45);
    color = vec4(mix(stone, metal, tint.a) + warm * (gloss * 0.8), 1.0);
}
