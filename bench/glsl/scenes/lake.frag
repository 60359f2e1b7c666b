#version 430 core
// A lake that mirrors a cube map of its surroundings and a picture of its shore, with two sheets of ripples.
layout(std140) uniform FragmentParameters {
    vec4 eye;     // w: shininess
    vec4 sun;     // w: height of the ripples
    vec4 drift;
    vec4 window;  // zw: 1 / size
    vec4 deep;    // a: mirrored from straight above
};
layout(binding = 0) uniform sampler2D ripples;
layout(binding = 1) uniform samplerCube surroundings;
layout(binding = 2) uniform sampler2D shore;
in vec3 world;
out vec4 color;

void main() {
    vec2 sheets = texture(ripples, world.xz * 0.21 + drift.xy).xy
        + texture(ripples, world.xz * 0.13 + drift.zw).xy - 1.0;
    vec3 towards = eye.xyz - world;
    float near = inversesqrt(dot(towards, towards));
    vec3 v = towards * near;
    float height = clamp(near * 5.0, 0.0, 1.0) * sun.w;
    vec3 n = normalize(vec3(sheets.x * height, 1.0, sheets.y * height));

    vec3 r = reflect(-v, n);
    vec3 mirrored = texture(surroundings, vec3(r.x, max(r.y, 0.002), r.z)).rgb;
    float open_sky = clamp(mirrored.r * 5.0 - 3.4, 0.0, 1.0);
    vec2 place = gl_FragCoord.xy * window.zw;
    place = vec2(place.x, 1.0 - place.y) + n.xz * vec2(0.9, 1.6) * height;
    vec4 standing = texture(shore, place);
    mirrored = mix(mirrored, standing.rgb, standing.a);

    float t = 1.0 - clamp(dot(n, v), 0.0, 1.0);
    float squared = t * t;
    vec3 water = mix(deep.rgb, mirrored, mix(squared * squared * t, 1.0, deep.a));
    float gloss = pow(clamp(dot(normalize(v + sun.xyz), n), 0.0, 1.0), eye.w);
    color = vec4(water + vec3(1.0, 0.72, 0.42) * (gloss * open_sky * (1.0 - standing.a)), 1.0);
}
