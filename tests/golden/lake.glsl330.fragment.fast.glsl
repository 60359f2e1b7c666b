#version 330 core
// Translated from lake.fp (!!ARBfp1.0): fragment shader, fast numerics
// A lake that mirrors what stands far away by a cube map, and what stands on its shore by a picture from below the water;
// two sheets of ripples travel over it.
//
//   texcoord[1]        position in the world, the water at y = 0
//   fragment.position  where in the window, for the mirrored picture
//   texture[0]         normals of ripples, 0.5 for none, y along z of the world
//   texture[1]         the surroundings, a cube map
//   texture[2]         the mirrored picture, upside down; its alpha says where something stands
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: unit direction to the sun, w: height of the ripples
//   program.local[2]   xy, zw: how far the two sheets have travelled
//   program.local[3]   zw: 1 / width, 1 / height of the window
//   program.local[4]   rgb: the depth of the lake, a: mirrored from straight above

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 sun;
    vec4 drift;
    vec4 window;
    vec4 deep;
};
uniform sampler2D texture0;
uniform samplerCube texture1;
uniform sampler2D texture2;
layout(location = 0) out vec4 color;

void main() {
    vec4 place = vec4(0.0);
    vec4 normal;
    vec4 other;
    vec4 view;
    vec4 mirrored;
    vec4 near;
    vec4 share;
    vec4 v_half;
    place.xy = TEX1.xz * 0.21 + drift.xy;
    normal = texture(texture0, place.xy);
    place.xy = TEX1.xz * 0.13 + drift.zw;
    other = texture(texture0, place.xy);
    normal = normal + other;
    normal.xy = normal.xy - 1.0;
    // Farther off one pixel has many ripples, which take each other away
    view = eye - TEX1;
    view.w = dot(view.xyz, view.xyz);
    view.w = inversesqrt(abs(view.w));
    view.xyz = view.xyz * view.w;
    share.x = clamp(view.w * 5.0, 0.0, 1.0);
    share.x = share.x * sun.w;
    normal.xz = normal.xy * share.x;
    normal.y = 1.0;
    normal.w = dot(normal.xyz, normal.xyz);
    normal.w = inversesqrt(abs(normal.w));
    normal.xyz = normal.xyz * normal.w;
    mirrored.w = dot(normal.xyz, view.xyz);
    mirrored.w = mirrored.w + mirrored.w;
    mirrored.xyz = normal.xyz * mirrored.w - view.xyz;
    mirrored.y = max(mirrored.y, 0.002);
    mirrored = texture(texture1, mirrored.xyz);
    place = gl_FragCoord * window.zwzw;
    place.y = 1.0 - place.y;
    other.xy = normal.xz * vec2(0.9, 1.6);
    other.xy = other.xy * share.x;
    place.xy = place.xy + other.xy;
    near = texture(texture2, place.xy);
    mirrored.xyz = mix(mirrored.xyz, near.xyz, near.www);
    // Fresnel's share, after Schlick
    share.y = clamp(dot(normal.xyz, view.xyz), 0.0, 1.0);
    share.y = 1.0 - share.y;
    share.z = share.y * share.y;
    share.z = share.z * share.z;
    share.y = share.z * share.y;
    share.z = 1.0 - deep.w;
    share.y = share.y * share.z + deep.w;
    mirrored.xyz = mix(deep.xyz, mirrored.xyz, share.yyy);
    // The sun on the ripples
    v_half = view + sun;
    v_half.w = dot(v_half.xyz, v_half.xyz);
    v_half.w = inversesqrt(abs(v_half.w));
    v_half.xyz = v_half.xyz * v_half.w;
    v_half.w = clamp(dot(v_half.xyz, normal.xyz), 0.0, 1.0);
    v_half.w = pow(v_half.w, eye.w);
    near.w = 1.0 - near.w;
    v_half.w = v_half.w * near.w;
    color.xyz = vec3(1.0, 0.72, 0.42) * v_half.w + mirrored.xyz;
    color.w = 1.0;
    color = clamp(color, 0.0, 1.0);
}
