#version 430 core
// Steep parallax: rays marched through a height map, once from the eye and once towards the lamp.
layout(std140) uniform FragmentParameters {
    vec4 eye;     // w: shininess
    vec4 lamp;    // w: how fast its light fades
    vec4 relief;  // x: repeats per unit, y: depth, z: level of detail by distance, w: steepness
    vec4 glow;    // a: wetness
    vec4 moon;    // w: its light
};
layout(binding = 0) uniform sampler2D street;
in vec3 world;
out vec4 color;

const int steps = 18, halvings = 5, shadow_steps = 9;
const vec3 night = vec3(0.30, 0.42, 0.68);

float highlight(vec3 n, vec3 h) {
    return pow(max(dot(n, h), 0.0), eye.w);
}

void main() {
    vec3 towards = eye.xyz - world;
    float far = length(towards);
    vec3 v = towards / far;
    float level = log2(far * relief.z);

    // xy: where in the texture, z: height
    vec3 place = vec3(world.xz * relief.x, 1.0);
    vec3 ray = vec3(-relief.y * v.xz / v.y, -1.0) / float(steps);
    for (int i = 0; i < steps && textureLod(street, place.xy, level).a < place.z; ++i)
        place += ray;
    for (int i = 0; i < halvings; ++i) {
        ray *= 0.5;
        place += textureLod(street, place.xy, level).a < place.z ? ray : -ray;
    }
    vec4 stone = textureLod(street, place.xy, level);
    vec2 slope = (stone.xy * 2.0 - 1.0) * relief.w;
    vec3 n = normalize(vec3(slope.x, 1.0, slope.y));

    vec3 way = lamp.xyz - world;
    float squared = dot(way, way);
    way *= inversesqrt(squared);
    vec3 up = vec3(relief.y * way.xz / way.y, 1.0) * ((1.0 - stone.a) / float(shadow_steps));
    float covered = 0.0;
    for (int i = 0; i < shadow_steps; ++i) {
        place += up;
        covered = max(covered, textureLod(street, place.xy, level).a - place.z);
    }
    float light = clamp(1.0 - 9.0 * covered, 0.0, 1.0) / (squared * lamp.w + 0.25);

    float facing = dot(n, way);
    float gloss = facing > 0.0 ? highlight(n, normalize(way + v)) : 0.0;
    float moon_gloss = highlight(n, normalize(moon.xyz + v));
    vec3 lit = glow.rgb * (max(facing, 0.0) * light) + night * (clamp(dot(n, moon.xyz), 0.0, 1.0) * moon.w);
    vec3 shine = glow.rgb * (gloss * light) + night * (min(moon_gloss, 1.0) * moon.w);

    vec3 base = mix(vec3(0.20, 0.19, 0.21), vec3(0.46, 0.44, 0.43), stone.b);
    base = mix(vec3(0.045, 0.040, 0.036), base, clamp(stone.a * 3.0 - 0.3, 0.0, 1.0));
    color = vec4(1.0 - exp2(-(base * lit + shine * glow.a)), 1.0);
}
