#version 330 core
// Translated from dusk.fp (!!ARBfp1.0): fragment shader, fast numerics
// An evening sky over four ridges, one behind the other, as they are seen from one place: only the direction counts.
//
//   texcoord[1]        the direction, of any length
//   texture[0]         noise, which repeats
//   program.local[0]   xyz: unit direction to the sun, w: how far the clouds have drifted

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 sun;
};
uniform sampler2D texture0;
layout(location = 0) out vec4 color;

void main() {
    vec4 d, v_round, place, noise, share, color_2, lit;
    // Of each ridge how high it is, how much of that is noise, how far away the noise is cut, how soft its edge
    d.w = dot(TEX1.xyz, TEX1.xyz);
    d.w = inversesqrt(abs(d.w));
    d.xyz = TEX1.xyz * d.w;
    // The circle this direction lies on, and how steeply it rises
    v_round.x = d.x * d.x;
    v_round.x = d.z * d.z + v_round.x;
    v_round.x = max(v_round.x, 0.06);
    v_round.w = inversesqrt(abs(v_round.x));
    v_round.xy = d.xz * v_round.w;
    v_round.z = d.y * v_round.w;
    share.x = clamp(v_round.z * 4.2 + 0.0, 0.0, 1.0);
    share.y = clamp(v_round.z * 1.3 - 0.12, 0.0, 1.0);
    color_2 = mix(vec4(0.93, 0.58, 0.36, 1.0), vec4(0.36, 0.35, 0.47, 1.0), share.xxxx);
    color_2 = mix(color_2, vec4(0.085, 0.13, 0.27, 1.0), share.yyyy);
    lit.x = clamp(dot(d.xyz, sun.xyz), 0.0, 1.0);
    lit.y = pow(lit.x, 9.0);
    lit.z = pow(lit.x, 260.0);
    lit.w = pow(lit.x, 4000.0);
    lit.y = lit.y * 0.55;
    color_2.xyz = vec3(1.0, 0.7, 0.38) * lit.y + color_2.xyz;
    lit.z = lit.z * 0.6;
    color_2.xyz = vec3(1.0, 0.7, 0.38) * lit.z + color_2.xyz;
    color_2.xyz = vec3(1.0, 0.7, 0.38) * lit.w + color_2.xyz;
    // Streaks of cloud on a plane high above
    place.w = max(d.y, 0.06);
    place.w = 1.0 / place.w;
    place.xy = d.xz * place.w;
    place.x = place.x * 0.05 + sun.w;
    place.y = place.y * 0.16;
    noise = texture(texture0, place.xy);
    share.x = clamp(noise.x * 2.4 - 1.15, 0.0, 1.0);
    share.y = clamp(d.y * 5.0, 0.0, 1.0);
    share.x = share.x * share.y;
    share.x = share.x * 0.55;
    place.xyz = vec3(1.0, 0.7, 0.38) * lit.y + vec3(0.76, 0.42, 0.39);
    color_2.xyz = mix(color_2.xyz, place.xyz, share.xxx);
    // Each ridge hides what is behind it and stands in its own haze
    place.xy = v_round.xy * 0.31;
    noise = texture(texture0, place.xy);
    share.x = noise.x * 0.19 + 0.105;
    share.x = share.x - v_round.z;
    share.x = clamp(share.x * 90.0, 0.0, 1.0);
    place.xyz = vec3(1.0, 0.7, 0.38) * lit.y + vec3(0.52, 0.4, 0.44);
    color_2.xyz = mix(color_2.xyz, place.xyz, share.xxx);
    place.xy = v_round.xy * 0.47 + 0.5;
    noise = texture(texture0, place.xy);
    share.x = noise.x * 0.15 + 0.062;
    share.x = share.x - v_round.z;
    share.x = clamp(share.x * 120.0, 0.0, 1.0);
    lit.y = lit.y * 0.5;
    place.xyz = vec3(1.0, 0.7, 0.38) * lit.y + vec3(0.33, 0.275, 0.345);
    color_2.xyz = mix(color_2.xyz, place.xyz, share.xxx);
    place.xy = v_round.xy * 0.73 + 0.35;
    noise = texture(texture0, place.xy);
    share.x = noise.x * 0.105 + 0.024;
    share.x = share.x - v_round.z;
    share.x = clamp(share.x * 150.0, 0.0, 1.0);
    lit.y = lit.y * 0.5;
    place.xyz = vec3(1.0, 0.7, 0.38) * lit.y + vec3(0.17, 0.155, 0.22);
    color_2.xyz = mix(color_2.xyz, place.xyz, share.xxx);
    place.xy = v_round.xy * 1.3;
    noise = texture(texture0, place.xy);
    share.x = noise.x * 0.06 + 0.0;
    share.x = share.x - v_round.z;
    share.x = clamp(share.x * 180.0, 0.0, 1.0);
    color.xyz = mix(color_2.xyz, vec3(0.06, 0.062, 0.095), share.xxx);
    color.w = 1.0;
    color = clamp(color, 0.0, 1.0);
}
