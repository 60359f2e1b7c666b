#version 430 core
// An evening sky over four ridges, one behind the other.
layout(std140) uniform FragmentParameters {
    vec4 sun;  // w: how far the clouds have drifted
};
layout(binding = 0) uniform sampler2D noise;
in vec3 world;
out vec4 color;

const vec3 zenith = vec3(0.085, 0.130, 0.270);
const vec3 middle = vec3(0.360, 0.350, 0.470);
const vec3 low = vec3(0.930, 0.580, 0.360);
const vec3 glow = vec3(1.000, 0.700, 0.380);
const vec3 veil = vec3(0.760, 0.420, 0.390);

// A ridge in front of what is behind it; `height` is that of its valleys and how much peaks rise above them.
vec3 ridge(vec3 behind, vec2 place, float rise, vec2 height, float edge, vec3 tone) {
    float top = height.x + height.y * texture(noise, place).r;
    return mix(behind, tone, clamp((top - rise) * edge, 0.0, 1.0));
}

void main() {
    vec3 d = normalize(world);
    float across = inversesqrt(max(d.x * d.x + d.z * d.z, 0.06));
    vec2 circle = d.xz * across;
    float rise = d.y * across;

    vec3 sky = mix(low, middle, clamp(rise * 4.2, 0.0, 1.0));
    sky = mix(sky, zenith, clamp(rise * 1.3 - 0.12, 0.0, 1.0));
    float towards = clamp(dot(d, sun.xyz), 0.0, 1.0);
    float wide = 0.55 * pow(towards, 9.0);
    sky += glow * (wide + 0.6 * pow(towards, 260.0) + pow(towards, 4000.0));

    vec2 above = d.xz / max(d.y, 0.06) * vec2(0.05, 0.16) + vec2(sun.w, 0.0);
    float cloud = clamp(texture(noise, above).r * 2.4 - 1.15, 0.0, 1.0) * clamp(d.y * 5.0, 0.0, 1.0);
    sky = mix(sky, veil + glow * wide, cloud * 0.55);

    sky = ridge(sky, circle * 0.31, rise, vec2(0.105, 0.190), 90.0, vec3(0.520, 0.400, 0.440) + glow * wide);
    sky = ridge(sky, circle * 0.47 + 0.5, rise, vec2(0.062, 0.150), 120.0,
        vec3(0.330, 0.275, 0.345) + glow * (wide * 0.5));
    sky = ridge(sky, circle * 0.73 + 0.35, rise, vec2(0.024, 0.105), 150.0,
        vec3(0.170, 0.155, 0.220) + glow * (wide * 0.25));
    sky = ridge(sky, circle * 1.30, rise, vec2(0.000, 0.060), 180.0, vec3(0.060, 0.062, 0.095));
    color = vec4(sky, 1.0);
}
