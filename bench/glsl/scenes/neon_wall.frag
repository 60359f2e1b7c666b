#version 430 core
// A wall of bricks, bump-mapped, by the light of rows of lamps.
struct Lamp {
    vec4 place;  // w: how fast it fades
    vec4 color;
};
layout(std140) uniform FragmentParameters {
    vec4 eye;    // w: shininess
    ivec4 count;
    vec4 grain;  // xy: repeats, z: gloss, w: light from elsewhere
    Lamp lamps[24];
};
layout(binding = 0) uniform sampler2D bricks;
layout(binding = 1) uniform sampler2D normals;
in vec3 world;
out vec4 color;

void main() {
    vec2 place = world.xy * grain.xy;
    vec3 brick = texture(bricks, place).rgb;
    vec3 n = normalize(texture(normals, place).xyz * 2.0 - 1.0);
    vec3 v = normalize(eye.xyz - world);
    vec3 diffuse = vec3(grain.w);
    vec3 gloss = vec3(0.0);
    for (int i = 0; i < count.x; ++i) {
        vec3 way = lamps[i].place.xyz - world;
        float squared = dot(way, way);
        way *= inversesqrt(squared);
        float fading = 1.0 / (squared * lamps[i].place.w + 0.06);
        float facing = dot(n, way);
        if (facing > 0.0) {
            float highlight = pow(max(dot(n, normalize(way + v)), 0.0), eye.w);
            diffuse += lamps[i].color.rgb * (facing * fading);
            gloss += lamps[i].color.rgb * (highlight * fading);
        }
    }
    color = vec4(1.0 - exp2(-(brick * diffuse + gloss * grain.z)), 1.0);
}
