#version 330 core
// Translated from hall.fp (!!NVfp5.0): fragment shader, fast numerics
// The hall: a floor of inlaid tiles with rings of brass, and walls that glow where they end.
//
//   texcoord[1]        position in the world
//   program.local[0]   xyz: the eye
//   program.local[1]   xyz: unit direction to the lamp
//   program.local[2]   x: 1 for film, 0 for the light itself; y: 1 for the floor, 0 for walls; z: light of a panel
//   program.local[3]   radii of the shadow under the mirror and of the ring

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 kind;
    vec4 radii;
};
layout(location = 0) out vec4 color;

void main() {
    vec4 view = vec4(0.0);
    vec4 tile;
    vec4 edge;
    vec4 color_2;
    vec4 s;
    vec4 wall;
    // Walls: the night above, a glow at the horizon
    view.xyz = TEX1.xyz - eye.xyz;
    view.xyz = normalize(view.xyz);
    s.x = abs(view.y) * 3.0;
    s.x = exp2(-s.x);
    s.y = abs(view.y) * 8.0;
    s.y = exp2(-s.y);
    wall.xyz = mix(vec3(0.07, 0.17, 0.36), vec3(0.34, 0.44, 0.72), s.xxx);
    s.y = s.y * 0.75;
    wall.xyz = s.y * vec3(2.1, 0.8, 0.22) + wall.xyz;
    wall.xyz = wall.xyz + kind.z;
    // The floor, in tiles that stand on their corners
    tile.x = TEX1.x + TEX1.z;
    tile.y = TEX1.x - TEX1.z;
    tile.xy = tile.xy * 0.85;
    edge.xy = floor(tile.xy);
    tile.xy = fract(tile.xy);
    edge.z = edge.x + edge.y;
    edge.z = edge.z * 0.5;
    edge.z = fract(edge.z);
    edge.z = edge.z * 2.0;
    color_2.xyz = mix(vec3(0.1, 0.2, 0.24), vec3(1.05, 0.95, 0.78), edge.zzz);
    tile.xy = tile.xy - 0.5;
    edge.w = max(abs(tile.x), abs(tile.y));
    edge.w = clamp(edge.w * -60.0 + 29.6, 0.0, 1.0);
    edge.w = edge.w * 0.75 + 0.25;
    color_2.xyz = color_2.xyz * edge.w;
    // Rings of brass beside the ring
    s.xy = TEX1.xz * TEX1.xz;
    s.x = s.x + s.y;
    s.x = max(s.x, 0.0001);
    s.y = inversesqrt(s.x);
    s.x = s.x * s.y;
    s.y = s.x - radii.y;
    s.z = abs(s.y) - 1.3;
    s.z = clamp(abs(s.z) * -30.0 + 2.2, 0.0, 1.0);
    color_2.xyz = mix(color_2.xyz, vec3(0.85, 0.6, 0.26), s.zzz);
    // Shadows under the mirror and what goes around it
    s.z = s.x * radii.z;
    s.z = s.z * s.z;
    s.z = exp2(-s.z);
    s.w = s.y * 1.0;
    s.w = s.w * s.w;
    s.w = exp2(-s.w);
    s.w = s.w * 0.35;
    s.z = max(s.z, s.w);
    s.z = s.z * -0.85 + 1.0;
    color_2.xyz = color_2.xyz * s.z;
    color_2.xyz = color_2.xyz * vec3(1.15, 1.02, 0.86);
    // It ends in the walls' glow.
    s.w = clamp(s.x * 0.07 - 0.5, 0.0, 1.0);
    color_2.xyz = mix(color_2.xyz, wall.xyz, s.www);
    color_2.xyz = mix(wall.xyz, color_2.xyz, kind.yyy);
    s.x = exp2(-color_2.x);
    s.y = exp2(-color_2.y);
    s.z = exp2(-color_2.z);
    s.xyz = 1.0 - s.xyz;
    color.xyz = mix(color_2.xyz, s.xyz, kind.xxx);
    color.w = 1.0;
}
