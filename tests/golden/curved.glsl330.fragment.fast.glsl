#version 330 core
// Translated from curved.fp (!!NVfp4.0): fragment shader, fast numerics
// Folded paper on one side, glazed porcelain on the other: facets by derivatives, the edges of the coarse mesh in ink,
// and a studio with a window that the glaze mirrors.
//
// local[0]  eye                 local[1]  direction to the light
// local[2]  x = where along x paper ends, y = how fast
// local[3]  colour of paper     local[4]  colour of the glaze     local[5]  colour of ink, w = its strength

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 sun;
    vec4 border;
    vec4 paper;
    vec4 glaze;
    vec4 ink;
};
layout(location = 0) out vec4 color;

void main() {
    vec4 n;
    vec4 f = vec4(0.0);
    vec4 a;
    vec4 b;
    vec4 v = vec4(0.0);
    vec4 r = vec4(0.0);
    vec4 t;
    vec4 c;
    vec4 d;
    vec4 k;
    // n is the surface's normal, f the facet's.
    n.w = dot(TEX1.xyz, TEX1.xyz);
    n.w = inversesqrt(n.w);
    n.xyz = TEX1.xyz * n.w;
    a = dFdx(TEX0);
    b = dFdy(TEX0);
    f.xyz = cross(a.xyz, b.xyz);
    f.w = dot(f.xyz, f.xyz);
    f.w = max(f.w, 1e-20);
    f.w = inversesqrt(f.w);
    f.xyz = f.xyz * f.w;
    v.xyz = eye.xyz - TEX0.xyz;
    v.w = dot(v.xyz, v.xyz);
    v.w = inversesqrt(v.w);
    v.xyz = v.xyz * v.w;
    // How far the paper has become porcelain.
    t.x = TEX0.x - border.x;
    t.x = clamp(t.x * border.y, 0.0, 1.0);
    t.y = t.x * t.x;
    t.z = t.x * -2.0 + 3.0;
    t.x = t.y * t.z;
    // Paper: facets, soft light from the window and from below.
    a.x = dot(f.xyz, sun.xyz);
    a.x = clamp(a.x * 0.6 + 0.4, 0.0, 1.0);
    a.y = f.y * 0.5 + 0.5;
    b.xyz = mix(vec3(0.36, 0.26, 0.22), vec3(0.5, 0.53, 0.6), a.yyy);
    a.x = a.x * 0.5;
    b.xyz = a.x * vec3(1.0, 0.95, 0.86) + b.xyz;
    c.xyz = paper.xyz * b.xyz;
    // Porcelain: the glaze under light, what it mirrors, more of it at the rim.
    a.x = dot(n.xyz, sun.xyz);
    a.x = clamp(a.x * 0.75 + 0.25, 0.0, 1.0);
    a.y = n.y * 0.5 + 0.5;
    b.xyz = mix(vec3(0.16, 0.11, 0.1), vec3(0.42, 0.48, 0.6), a.yyy);
    b.xyz = a.x * vec3(0.95, 0.9, 0.8) + b.xyz;
    d.xyz = glaze.xyz * b.xyz;
    k.x = dot(n.xyz, v.xyz);
    k.y = k.x + k.x;
    r.xyz = n.xyz * k.y - v.xyz;
    k.z = clamp(r.y * 1.6 + 0.45, 0.0, 1.0);
    b.xyz = mix(vec3(0.2, 0.14, 0.12), vec3(0.8, 0.86, 0.95), k.zzz);
    // The window: a bright rectangle of four panes.
    k.w = dot(r.xyz, sun.xyz);
    a.xyz = sun.xyz * -k.w + r.xyz;
    k.w = clamp(k.w, 0.0, 1.0);
    a.xy = abs(a.xy);
    a.z = 0.3 - a.x;
    a.w = 0.22 - a.y;
    a.zw = clamp(a.zw * 24.0, 0.0, 1.0);
    a.z = a.z * a.w;
    a.x = a.x - 0.014;
    a.y = a.y - 0.014;
    a.xy = clamp(a.xy * 60.0, 0.0, 1.0);
    a.z = a.z * a.x;
    a.z = a.z * a.y;
    a.z = a.z * k.w;
    b.xyz = a.z * vec3(2.6, 2.5, 2.3) + b.xyz;
    k.x = clamp(1.0 - k.x, 0.0, 1.0);
    k.y = k.x * k.x;
    k.y = k.y * k.y;
    k.x = k.x * k.y;
    k.x = k.x * 0.62 + 0.07;
    d.xyz = mix(d.xyz, b.xyz, k.xxx);
    d.xyz = a.z * 0.3 + d.xyz;
    c.xyz = mix(c.xyz, d.xyz, t.xxx);
    // Edges of the coarse mesh, as wide everywhere on the screen.
    a = dFdx(TEX2);
    b = dFdy(TEX2);
    a.xyz = abs(a.xyz) + abs(b.xyz);
    b.x = 1.0 / a.x;
    b.y = 1.0 / a.y;
    b.z = 1.0 / a.z;
    a.xyz = TEX2.xyz * b.xyz;
    a.x = min(a.x, a.y);
    a.x = min(a.x, a.z);
    a.x = clamp(a.x * -1.0 + 1.4, 0.0, 1.0);
    a.x = a.x * ink.w;
    t.y = t.x * -0.86 + 1.0;
    a.x = a.x * t.y;
    c.xyz = mix(c.xyz, ink.xyz, a.xxx);
    color.xyz = c.xyz;
    color.w = 1.0;
}
