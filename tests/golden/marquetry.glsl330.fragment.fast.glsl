#version 330 core
// Translated from marquetry.fp (!!NVfp5.0): fragment shader, fast numerics
// Inlaid tiles: every tile is of the material its number chooses, every wall in the light its draw chooses.
//
//   texcoord[0]        position on the wall, in tiles
//   texcoord[1..3]     position, normal and direction of the rows in the world
//   program.local[0]   xyz: the eye
//   program.local[1]   xyz: the lamp, or the way to the moon; w: how fast the lamp fades
//   program.local[2]   rgb: the light's colour, w: light from everywhere
//   program.local[3]   x: which tile comes first, an integer
//   program.local[4]   x: how far waves have gone, in radians

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 source;
    vec4 tint;
    ivec4 first;
    vec4 clock;
};
uniform uint fragment_subroutines[7] = uint[7](0u, 0u, 0u, 0u, 0u, 0u, 10u);  // the numbers of what CALI calls
// 0, 1, 2, 3, 4, 5: Material (wood 0, marble 1, brass 2, glaze 3, quilt 4, water 5)
// 6: Light (lamp 10, moon 11)
layout(location = 0) out vec4 color;

vec4 spot = vec4(0.0);
vec4 cell = vec4(0.0);
vec4 slope;
vec4 color_2 = vec4(0.0);
vec4 gloss;
vec4 r = vec4(0.0);
vec4 s = vec4(0.0);
vec4 normal = vec4(0.0);
vec4 along = vec4(0.0);
vec4 up = vec4(0.0);
vec4 view = vec4(0.0);
vec4 way = vec4(0.0);
vec4 v_half = vec4(0.0);
vec4 lit = vec4(0.0);
vec4 edge = vec4(0.0);
ivec4 which;

// NV_gpu_program4 2.X.8, MOD: all ones for a zero divisor, the dividend's sign
int nv_mod(int a, int b) {
    int divisor = b == 0 || b == -1 ? 1 : b;
    return b == 0 ? -1 : a - a / divisor * divisor;
}

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

void wood() {
    // Rings of a trunk, cut lengthwise
    r.xy = cell.xy * vec2(1.7, 0.9) + spot.xy;
    s.x = r.x * 2.3;
    s.x = sin(s.x);
    r.y = r.y * 5.0 + s.x;
    s.y = r.x * 5.1 + r.y;
    s.y = sin(s.y);
    r.z = s.y * 0.35 + r.y;
    r.z = r.z * 3.0;
    s.z = sin(r.z);
    r.w = r.z * 4.3;
    s.w = sin(r.w);
    s.z = clamp(s.z * 0.5 + 0.5, 0.0, 1.0);
    s.z = clamp(s.w * 0.12 + s.z, 0.0, 1.0);
    color_2.xyz = mix(vec3(0.4, 0.2, 0.085), vec3(0.72, 0.43, 0.2), s.zzz);
    slope.y = s.w * 0.05;
    gloss = vec4(0.35, 28.0, 0.0, 0.0);
}

void marble() {
    // Veins where two waves meet
    r.xy = cell.xy * vec2(2.1, 1.3) + spot.xy;
    s.x = r.y * 3.1;
    s.x = sin(s.x);
    s.y = r.x * 2.2 + s.x;
    s.y = sin(s.y);
    s.z = r.x * 5.3;
    s.z = r.y * 2.0 + s.z;
    s.z = sin(s.z);
    s.w = s.z * 0.45 + s.y;
    s.w = s.y * s.x + s.w;
    s.w = abs(s.w);
    s.w = clamp(s.w * -3.2 + 1.0, 0.0, 1.0);
    s.w = s.w * s.w;
    color_2.xyz = mix(vec3(0.82, 0.8, 0.75), vec3(0.16, 0.22, 0.21), s.www);
    gloss = vec4(0.9, 70.0, 0.0, 0.0);
}

void brass() {
    // Turned on a lathe: grooves around the middle
    r.x = dot(spot.xy, spot.xy);
    r.x = max(r.x, 0.0001);
    r.y = inversesqrt(r.x);
    r.x = r.x * r.y;
    s.x = r.x * 34.0;
    s.x = cos(s.x);
    s.x = s.x * 0.22;
    s.yz = spot.xy * r.y;
    slope.xy = s.yz * s.x;
    color_2 = vec4(0.7, 0.47, 0.16, 0.0);
    gloss = vec4(2.4, 26.0, 1.0, 0.0);
}

void glaze() {
    // Small glazed squares in two greens, rounded
    r.xy = spot.xy * 2.0 + 2.0;
    r.zw = floor(r.xy);
    r.xy = fract(r.xy);
    r.xy = r.xy * 2.0 - 1.0;
    s.xy = r.xy * r.xy;
    s.xy = s.xy * s.xy;
    s.xy = s.xy * s.xy;
    s.xy = s.xy * r.xy;
    slope.xy = s.xy * 0.9;
    s.z = r.z + r.w;
    s.z = s.z * 0.5;
    s.z = fract(s.z);
    s.z = s.z * 2.0;
    color_2.xyz = mix(vec3(0.36, 0.62, 0.5), vec3(0.05, 0.34, 0.33), s.zzz);
    gloss = vec4(1.5, 90.0, 0.0, 0.0);
}

void quilt() {
    // Padded leather, in diamonds
    r.x = spot.x + spot.y;
    r.y = spot.x - spot.y;
    r.xy = r.xy * 3.1415927;
    s.x = sin(r.x);
    s.y = sin(r.y);
    s.z = cos(r.x);
    s.w = cos(r.y);
    r.z = s.z * s.y;
    r.w = s.x * s.w;
    s.x = s.x * s.y;
    s.y = sign(s.x);
    r.x = r.z + r.w;
    r.y = r.z - r.w;
    r.xy = r.xy * -s.y;
    slope.xy = r.xy * 0.8;
    s.x = abs(s.x);
    s.x = clamp(s.x * 3.0 + 0.3, 0.0, 1.0);
    color_2.xyz = vec3(0.5, 0.065, 0.085) * s.x;
    gloss = vec4(0.55, 16.0, 0.0, 0.0);
}

void water() {
    // Rings on a pond, off the middle
    r.xy = spot.xy + vec2(0.35, -0.25);
    r.z = dot(r.xy, r.xy);
    r.z = max(r.z, 0.0001);
    r.w = inversesqrt(r.z);
    r.z = r.z * r.w;
    s.x = r.z * 17.0 - clock.x;
    s.x = sin(s.x);
    s.y = r.z * 0.9 + 1.0;
    s.y = 1.0 / s.y;
    s.x = s.x * s.y;
    s.x = s.x * 0.34;
    s.zw = r.xy * r.w;
    slope.xy = s.zw * s.x;
    s.x = clamp(s.x * 1.2 + 0.45, 0.0, 1.0);
    color_2.xyz = mix(vec3(0.03, 0.11, 0.3), vec3(0.16, 0.42, 0.72), s.xxx);
    gloss = vec4(2.0, 48.0, 0.0, 0.0);
}

void lamp() {
    way.xyz = source.xyz - TEX1.xyz;
    way.w = dot(way.xyz, way.xyz);
    way.xyz = normalize(way.xyz);
    way.w = way.w * source.w + 0.16;
    way.w = 1.0 / way.w;
}

void moon() {
    way.xyz = normalize(source.xyz);
    way.w = 1.0;
}

void main() {
    color = vec4(0.0);
    // What a material is asked for: where on its tile, -1 to 1; what it answers.
    cell.xy = floor(TEX0.xy);
    spot.xy = fract(TEX0.xy);
    spot.xy = spot.xy * 2.0 - 1.0;
    // 2 x + 3 y, and one more every fourth row, of six
    which.xy = ivec2(floor(cell.xy));
    which.w = which.y >> 2;
    which.z = which.y * 3 + which.w;
    which.x = which.x * 2 + which.z;
    which.w = which.y >> 1;
    which.x = which.x + which.w;
    which.x = which.x + first.x;
    which.x = which.x + 600;
    which.x = nv_mod(which.x, 6);
    slope = vec4(0.0);
    gloss = vec4(0.2, 20.0, 0.0, 0.0);
    switch (uint(which.x) < 6u ? fragment_subroutines[which.x] : 4294967295u) {
    case 0u: wood(); break;
    case 1u: marble(); break;
    case 2u: brass(); break;
    case 3u: glaze(); break;
    case 4u: quilt(); break;
    case 5u: water(); break;
    }
    // The rims of tiles fall away, and between them is dark mortar.
    edge.xy = abs(spot.xy);
    edge.xy = edge.xy * 9.0 - 7.9;
    edge.xy = clamp(edge.xy, 0.0, 1.0);
    r.xy = sign(spot.xy);
    r.xy = r.xy * edge.xy;
    slope.xy = r.xy * 0.55 + slope.xy;
    edge.z = max(abs(spot.x), abs(spot.y));
    edge.z = clamp(edge.z * -40.0 + 39.2, 0.0, 1.0);
    edge.w = edge.z * 0.92 + 0.08;
    color_2.xyz = color_2.xyz * edge.w;
    gloss.x = gloss.x * edge.z;
    normal.xyz = normalize(TEX2.xyz);
    along.xyz = normalize(TEX3.xyz);
    up.xyz = cross(normal.xyz, along.xyz);
    normal.xyz = along.xyz * slope.x + normal.xyz;
    normal.xyz = up.xyz * slope.y + normal.xyz;
    normal.xyz = normalize(normal.xyz);
    view.xyz = eye.xyz - TEX1.xyz;
    view.xyz = normalize(view.xyz);
    switch (fragment_subroutines[6]) {
    case 10u: lamp(); break;
    case 11u: moon(); break;
    }
    v_half.xyz = way.xyz + view.xyz;
    v_half.xyz = normalize(v_half.xyz);
    lit.x = dot(normal.xyz, way.xyz);
    lit.y = dot(normal.xyz, v_half.xyz);
    lit.w = gloss.y;
    lit = vec4(1.0, max(lit.x, 0.0), specular(lit.x, lit.y, lit.w), 1.0);
    lit.yz = lit.yz * way.w;
    lit.z = lit.z * gloss.x;
    lit.y = lit.y + tint.w;
    r.xyz = color_2.xyz * lit.y;
    // Metal shines in its own colour.
    s.xyz = mix(vec3(1.0), color_2.xyz, gloss.zzz);
    r.xyz = s.xyz * lit.z + r.xyz;
    r.xyz = r.xyz * tint.xyz;
    // Bright light saturates as on film: 1 - 2^-c
    r.x = exp2(-r.x);
    r.y = exp2(-r.y);
    r.z = exp2(-r.z);
    color.xyz = 1.0 - r.xyz;
    color.w = 1.0;
}
