#version 330 core
// Translated from grass.fp (!!ARBfp1.0): fragment shader, fast numerics
// Grass in low sun: what the sun sends through a blade is brighter and yellower than what it throws back. Between the
// roots it is dark, and far away the haze takes its colour from how near the sun one looks.
//
//   texcoord[0..2]     as grass.gp and meadow.vp give them
//   program.local[0]   xyz: the eye, w: density of the haze
//   program.local[1]   xyz: unit direction to the sun, w: how much goes through
//   program.local[2]   colour at the roots, program.local[3] colour at the tips
//   program.local[4]   colour of the haze, program.local[5] what it has more towards the sun

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 sun;
    vec4 root;
    vec4 tip;
    vec4 haze;
    vec4 blaze;
};
layout(location = 0) out vec4 color;

void main() {
    vec4 place;
    vec4 color_2;
    vec4 normal;
    vec4 view;
    vec4 light;
    vec4 far;
    // Blades are narrower than pixels, whose middles may lie beside them
    place.yz = clamp(TEX0.yz, 0.0, 1.0);
    place.x = max(TEX0.x, -1.0);
    place.x = min(place.x, 1.0);
    normal.w = dot(TEX2.xyz, TEX2.xyz);
    normal.w = inversesqrt(abs(normal.w));
    normal.xyz = TEX2.xyz * normal.w;
    view = eye - TEX1;
    view.w = dot(view.xyz, view.xyz);
    far.x = inversesqrt(abs(view.w));
    view.xyz = view.xyz * far.x;
    far.x = view.w * far.x;  // the distance
    // The side that is seen
    light.x = dot(normal.xyz, view.xyz);
    normal.xyz = mix(normal.xyz, -normal.xyz, lessThan(light.xxx, vec3(0.0)));
    light.x = dot(normal.xyz, sun.xyz);
    // light: x: thrown back, y: sent through, z: how near the sun one looks, w: what of it reaches so deep
    light.z = clamp(dot(-view.xyz, sun.xyz), 0.0, 1.0);
    light.z = light.z * light.z;
    light.w = light.z * light.z;
    light.y = light.w * 1.0 + 0.15;
    light.y = light.x < 0.0 ? 1.0 : light.y;
    light.y = light.y * sun.w;
    light.x = max(light.x, 0.0);
    light.w = clamp(place.y * 0.8 + 0.12, 0.0, 1.0);
    color_2.xyz = mix(root.xyz, tip.xyz, place.yyy);
    far.y = place.z * 0.7 + 0.62;
    color_2.xyz = color_2.xyz * far.y;
    // the rib
    far.y = place.x * place.x;
    far.y = far.y * 0.25 + 0.8;
    color_2.xyz = color_2.xyz * far.y;
    far.y = normal.y * 0.35 + 0.65;
    normal.xyz = far.y * vec3(0.4, 0.46, 0.52);
    far.z = light.x * 0.9;
    normal.xyz = far.z * vec3(1.0, 0.8, 0.52) + normal.xyz;
    far.z = light.y * place.y;
    normal.xyz = far.z * vec3(1.12, 1.0, 0.4) + normal.xyz;
    normal.xyz = normal.xyz * light.w;
    color_2.xyz = color_2.xyz * normal.xyz;
    // The haze
    far.x = far.x * -eye.w;
    far.x = exp2(far.x);
    light.w = light.z * light.z;
    view.xyz = light.w * blaze.xyz + haze.xyz;
    color.xyz = mix(view.xyz, color_2.xyz, far.xxx);
    color.w = 1.0;
    color = clamp(color, 0.0, 1.0);
}
