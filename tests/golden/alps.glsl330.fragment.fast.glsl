#version 330 core
// Translated from alps.fp (!!NVfp4.0): fragment shader, fast numerics
// Grass, rock, snow and a lake, by height and slope. Haze by distance.
//
// local[0]  direction to the sun       local[1]  colour of the sun
// local[2]  colour of the sky          local[3]  eye, w = how thick the haze is
// local[4]  x = where snow begins, y = where grass ends, z = height of the water

in vec4 TEX0;
in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 sun;
    vec4 light;
    vec4 sky;
    vec4 eye;
    vec4 bands;
};
layout(location = 0) out vec4 color;

void main() {
    vec4 a;
    vec4 b;
    vec4 n;
    vec4 c;
    vec4 r;
    vec4 s;
    vec4 v = vec4(0.0);
    n.w = dot(TEX1.xyz, TEX1.xyz);
    n.w = inversesqrt(n.w);
    n.xyz = TEX1.xyz * n.w;
    // Grass below, rock where it is steep, snow where it is high and flat.
    r.x = bands.y - TEX0.y;
    r.x = clamp(r.x * 1.6, 0.0, 1.0);
    r.y = clamp(n.y * 5.0 - 3.0, 0.0, 1.0);
    r.x = r.x * r.y;
    c.xyz = mix(vec3(0.35, 0.3, 0.26), vec3(0.17, 0.25, 0.08), r.xxx);
    r.x = TEX0.y - bands.x;
    r.x = clamp(r.x * 1.4, 0.0, 1.0);
    r.y = clamp(n.y * 5.0 - 2.6, 0.0, 1.0);
    r.x = r.x * r.y;
    c.xyz = mix(c.xyz, vec3(0.93, 0.95, 1.0), r.xxx);
    // The lake is level, and darker where it is deep.
    v.xyz = TEX0.xyz - eye.xyz;
    v.w = dot(v.xyz, v.xyz);
    r.w = inversesqrt(v.w);
    v.xyz = v.xyz * r.w;
    r.x = bands.z - TEX0.w;
    s.x = float(r.x >= 0.0);
    r.y = r.x * -1.2;
    r.y = clamp(exp2(r.y), 0.0, 1.0);
    b.xyz = mix(vec3(0.02, 0.1, 0.16), vec3(0.12, 0.3, 0.3), r.yyy);
    r.z = clamp(v.y + 1.0, 0.0, 1.0);
    r.z = r.z * r.z;
    r.z = r.z * r.z;
    b.xyz = mix(b.xyz, sky.xyz, r.zzz);
    r.x = clamp(dot(n.xyz, sun.xyz), 0.0, 1.0);
    a.xyz = vec3(n.y * 0.25 + 0.3);
    a.xyz = a.xyz * sky.xyz;
    a.xyz = light.xyz * r.x + a.xyz;
    c.xyz = c.xyz * a.xyz;
    c.xyz = mix(c.xyz, b.xyz, s.xxx);
    r.x = v.w * r.w;
    r.x = r.x * -eye.w;
    r.x = clamp(exp2(r.x), 0.0, 1.0);
    color.xyz = mix(sky.xyz, c.xyz, r.xxx);
    color.w = 1.0;
}
