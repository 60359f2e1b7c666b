#version 330 core
// Translated from cobbles.fp (!!ARBfp1.0): fragment shader, fast numerics
// A street of stones that really stand out: along the line of sight through the texture the first place is looked for where
// the street is higher, then once more towards the lamp, for shadows. The street is the plane y = 0.
//
//   texcoord[1]        position in the world
//   texture[0]         as slopes.fp leaves it: rg: slopes, b: tone, a: height
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: the lamp, w: how fast its light fades
//   program.local[2]   x: repeats per unit, y: depth of the joints in repeats, z: level of detail for each unit away,
//                      w: how far slopes turn the normal
//   program.local[3]   rgb: colour of the lamp, a: wetness
//   program.local[4]   xyz: unit direction to the moon, w: its light

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 lamp;
    vec4 relief;
    vec4 glow;
    vec4 moon;
};
uniform sampler2D texture0;
layout(location = 0) out vec4 color;

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 view = vec4(0.0);
    vec4 place;
    vec4 v_step;
    vec4 stone = vec4(0.0);
    vec4 normal = vec4(0.0);
    vec4 way = vec4(0.0);
    vec4 v_half = vec4(0.0);
    vec4 lit = vec4(0.0);
    vec4 moonlit = vec4(0.0);
    vec4 color_2 = vec4(0.0);
    vec4 share = vec4(0.0);
    vec4 CC0 = vec4(0.0);
    color = vec4(0.0);
    view.xyz = eye.xyz - TEX1.xyz;
    view.w = dot(view.xyz, view.xyz);
    view.w = inversesqrt(abs(view.w));
    view.xyz = view.xyz * view.w;
    // place: xy: where in the texture, z: height there, w: level of detail
    place.xy = TEX1.xz * relief.x;
    place.z = 1.0;
    place.w = 1.0 / view.w;
    place.w = place.w * relief.z;
    place.w = log2(place.w);
    v_step.w = 1.0 / view.y;
    v_step.xy = view.xz * v_step.w;
    v_step.xy = v_step.xy * -relief.y;
    v_step.z = -1.0;
    v_step.xyz = v_step.xyz * 0.05555556;
    // Down in equal steps until below the street, back by halves
    for (int count = 18; count-- > 0;) {
        stone = textureLod(texture0, place.xy, place.w);
        CC0.x = share.x = stone.w - place.z;
        if (CC0.x >= 0.0) {
            break;
        }
        place.xyz = place.xyz + v_step.xyz;
    }
    for (int count_2 = 5; count_2 > 0; --count_2) {
        v_step.xyz = v_step.xyz * 0.5;
        stone = textureLod(texture0, place.xy, place.w);
        CC0.x = share.x = stone.w - place.z;
        if (CC0.x >= 0.0) place.xyz = place.xyz - v_step.xyz;
        if (CC0.x < 0.0) place.xyz = place.xyz + v_step.xyz;
    }
    stone = textureLod(texture0, place.xy, place.w);
    normal.xz = stone.xy * 2.0 - 1.0;
    normal.xz = normal.xz * relief.w;
    normal.y = 1.0;
    normal.xyz = normalize(normal.xyz);
    way.xyz = lamp.xyz - TEX1.xyz;
    way.w = dot(way.xyz, way.xyz);
    share.w = inversesqrt(abs(way.w));
    way.xyz = way.xyz * share.w;
    way.w = way.w * lamp.w + 0.25;
    way.w = 1.0 / way.w;
    v_half.xyz = way.xyz + view.xyz;
    v_half.xyz = normalize(v_half.xyz);
    lit.x = dot(normal.xyz, way.xyz);
    lit.y = dot(normal.xyz, v_half.xyz);
    lit.w = eye.w;
    lit = vec4(1.0, max(lit.x, 0.0), specular(lit.x, lit.y, lit.w), 1.0);
    moonlit.x = clamp(dot(normal.xyz, moon.xyz), 0.0, 1.0);
    v_half.xyz = moon.xyz + view.xyz;
    v_half.xyz = normalize(v_half.xyz);
    moonlit.y = clamp(dot(normal.xyz, v_half.xyz), 0.0, 1.0);
    moonlit.y = pow(moonlit.y, eye.w);
    moonlit.xy = moonlit.xy * moon.w;
    // Towards the lamp: how far the street rises above the ray
    v_step.w = 1.0 / way.y;
    v_step.xy = way.xz * v_step.w;
    v_step.xy = v_step.xy * relief.y;
    v_step.z = 1.0;
    share.w = 1.0 - stone.w;
    share.w = share.w * 0.1111111;
    v_step.xyz = v_step.xyz * share.w;
    share.y = 0.0;
    for (int count_3 = 9; count_3 > 0; --count_3) {
        place.xyz = place.xyz + v_step.xyz;
        v_half = textureLod(texture0, place.xy, place.w);
        share.x = v_half.w - place.z;
        share.y = max(share.y, share.x);
    }
    share.y = clamp(share.y * -9.0 + 1.0, 0.0, 1.0);
    way.w = way.w * share.y;
    lit.yz = lit.yz * way.w;
    // Stones by their tones, earth between them, and water in what is low
    color_2.xyz = mix(vec3(0.2, 0.19, 0.21), vec3(0.46, 0.44, 0.43), stone.zzz);
    share.x = clamp(stone.w * 3.0 - 0.3, 0.0, 1.0);
    color_2.xyz = mix(vec3(0.045, 0.04, 0.036), color_2.xyz, share.xxx);
    v_half.xyz = glow.xyz * lit.y;
    v_half.xyz = vec3(0.3, 0.42, 0.68) * moonlit.x + v_half.xyz;
    color_2.xyz = color_2.xyz * v_half.xyz;
    v_half.xyz = glow.xyz * lit.z;
    v_half.xyz = vec3(0.3, 0.42, 0.68) * moonlit.y + v_half.xyz;
    color_2.xyz = v_half.xyz * glow.w + color_2.xyz;
    color_2.x = exp2(-color_2.x);
    color_2.y = exp2(-color_2.y);
    color_2.z = exp2(-color_2.z);
    color.xyz = 1.0 - color_2.xyz;
    color.w = 1.0;
    color = clamp(color, 0.0, 1.0);
}
