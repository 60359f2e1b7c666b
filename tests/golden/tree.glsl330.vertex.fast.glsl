#version 330 core
// Translated from tree.vp (!!NVvp4.0): vertex shader, fast numerics
// A tree that knows itself by counting. Branch n carries the branches 5n + 1 to 5n + 5: to find its
// place a branch asks for that of the branch below it, which asks in turn, down to the trunk. That
// is a subroutine that calls itself four deep, as many calls as the language grants; each level
// keeps its own number on a stack made of an array. Blossoms take the place of their twig.
//
// sun        direction to the sun
// wind       how far it bends a branch; w = time, in falls of a petal
// pieces     integers: vertices a piece, pieces a branch, the first branch
// trunk      length, radius, bend, 0 or 1: wood or blossom
// branching  tilt, length and radius in those of the branch below, pull upwards
// petal      size, distance from the twig, share that falls, height of the fall
// crown      its middle, 1 / radius
// foot, up   w = length and radius of the branch

layout(location = 0) in vec4 vertex_position;
layout(location = 2) in vec4 vertex_normal;
layout(location = 8) in vec4 vertex_texcoord_0;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 sun;
    vec4 sunlight;
    vec4 skylight;
    vec4 eye;
    vec4 wind;
    uvec4 pieces;
    vec4 trunk;
    vec4 branching;
    vec4 petal;
    vec4 crown;
    vec4 dark;
    vec4 pale;
};
out vec4 COL0;

ivec4 vertex_id;
uvec4 path[4] = uvec4[4](uvec4(0), uvec4(0), uvec4(0), uvec4(0));
vec4 right;
vec4 up;
vec4 forward;
vec4 foot;
vec4 angle = vec4(0.0);
vec4 axis = vec4(0.0);
vec4 turned = vec4(0.0);
vec4 along = vec4(0.0);
vec4 place = vec4(0.0);
vec4 normal = vec4(0.0);
vec4 view = vec4(0.0);
vec4 light = vec4(0.0);
vec4 share = vec4(0.0);
vec4 tint = vec4(0.0);
vec4 random = vec4(0.0);
uvec4 piece = uvec4(0);
uvec4 branch = uvec4(0);
uvec4 digit = uvec4(0);
uvec4 key = uvec4(0);
uvec4 shifted = uvec4(0);
ivec4 depth = ivec4(0);
vec4 HPOS = vec4(0.0);
vec4 CC0 = vec4(0.0);

uvec4 path_at(int index) {
    uvec4 value = path[min(uint(index), 3u)];
    return uint(index) < 4u ? value : uvec4(0);
}

// NV_gpu_program4 2.X.8, DIV: all ones for a zero divisor
uint nv_udiv(uint a, uint b) {
    return b == 0u ? 0xffffffffu : a / (b == 0u ? 1u : b);
}

void grow_4() {
    // Axes, foot, length and radius of branch.x, from those of the one below
    if (uint(depth.x) < 4u) path[depth.x].x = branch.x;
    depth.x = depth.x + 1;
    branch.x = branch.x - 1u;
    branch.x = branch.x / 5u;
    CC0.x = float(int(branch.x));
    depth.x = depth.x - 1;
    branch.x = path_at(depth.x).x;
    digit.x = branch.x - 1u;
    digit.x = digit.x % 5u;
    angle.w = float(digit.x);
    // What chance gives this branch. hash would be the fifth call
    key = branch.x + uvec4(10007u, 20011u, 30011u, 40009u);
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = vec4(key);
    random = random * 2.3283064e-10;
    // The first continues the branch, the others leave it further down
    along.x = angle.w * -0.11 + 1.0;
    along.y = 1.0 - along.x;
    along.y = along.y * along.x;
    along.y = along.y * trunk.z;
    along.xy = along.xy * foot.w;
    foot.xyz = up.xyz * along.x + foot.xyz;
    foot.xyz = right.xyz * along.y + foot.xyz;
    angle.x = angle.w * 2.4 + random.x;
    angle.x = angle.x + random.x;
    axis.xy = vec2(cos(angle.x), sin(angle.x));
    share.x = float(angle.w >= 0.5);
    share.x = share.x * 0.65 + 0.35;
    share.y = random.y * 0.6 + 0.7;
    angle.y = share.x * share.y;
    angle.y = angle.y * branching.x;
    angle.xy = vec2(cos(angle.y), sin(angle.y));
    turned.xyz = right.xyz * axis.x;
    turned.xyz = forward.xyz * axis.y + turned.xyz;
    along.xyz = forward.xyz * axis.x;
    along.xyz = right.xyz * -axis.y + along.xyz;
    up.xyz = up.xyz * angle.x;
    up.xyz = turned.xyz * angle.y + up.xyz;
    up.y = up.y + branching.w;
    up.xyz = up.xyz + wind.xyz;
    up.xyz = normalize(up.xyz);
    share.z = dot(up.xyz, along.xyz);
    right.xyz = up.xyz * -share.z + along.xyz;
    right.xyz = normalize(right.xyz);
    forward.xyz = cross(right.xyz, up.xyz);
    share.w = random.z * 0.5 + 0.75;
    foot.w = foot.w * branching.y;
    foot.w = foot.w * share.w;
    share.y = float(angle.w < 0.5);
    share.y = mix(0.42, branching.z, share.y);
    up.w = up.w * share.y;
}

void grow_3() {
    // Axes, foot, length and radius of branch.x, from those of the one below
    if (uint(depth.x) < 4u) path[depth.x].x = branch.x;
    depth.x = depth.x + 1;
    branch.x = branch.x - 1u;
    branch.x = branch.x / 5u;
    CC0.x = float(int(branch.x));
    if (CC0.x != 0.0) {
        grow_4();
    }
    depth.x = depth.x - 1;
    branch.x = path_at(depth.x).x;
    digit.x = branch.x - 1u;
    digit.x = digit.x % 5u;
    angle.w = float(digit.x);
    // What chance gives this branch. hash would be the fifth call
    key = branch.x + uvec4(10007u, 20011u, 30011u, 40009u);
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = vec4(key);
    random = random * 2.3283064e-10;
    // The first continues the branch, the others leave it further down
    along.x = angle.w * -0.11 + 1.0;
    along.y = 1.0 - along.x;
    along.y = along.y * along.x;
    along.y = along.y * trunk.z;
    along.xy = along.xy * foot.w;
    foot.xyz = up.xyz * along.x + foot.xyz;
    foot.xyz = right.xyz * along.y + foot.xyz;
    angle.x = angle.w * 2.4 + random.x;
    angle.x = angle.x + random.x;
    axis.xy = vec2(cos(angle.x), sin(angle.x));
    share.x = float(angle.w >= 0.5);
    share.x = share.x * 0.65 + 0.35;
    share.y = random.y * 0.6 + 0.7;
    angle.y = share.x * share.y;
    angle.y = angle.y * branching.x;
    angle.xy = vec2(cos(angle.y), sin(angle.y));
    turned.xyz = right.xyz * axis.x;
    turned.xyz = forward.xyz * axis.y + turned.xyz;
    along.xyz = forward.xyz * axis.x;
    along.xyz = right.xyz * -axis.y + along.xyz;
    up.xyz = up.xyz * angle.x;
    up.xyz = turned.xyz * angle.y + up.xyz;
    up.y = up.y + branching.w;
    up.xyz = up.xyz + wind.xyz;
    up.xyz = normalize(up.xyz);
    share.z = dot(up.xyz, along.xyz);
    right.xyz = up.xyz * -share.z + along.xyz;
    right.xyz = normalize(right.xyz);
    forward.xyz = cross(right.xyz, up.xyz);
    share.w = random.z * 0.5 + 0.75;
    foot.w = foot.w * branching.y;
    foot.w = foot.w * share.w;
    share.y = float(angle.w < 0.5);
    share.y = mix(0.42, branching.z, share.y);
    up.w = up.w * share.y;
}

void grow_2() {
    // Axes, foot, length and radius of branch.x, from those of the one below
    if (uint(depth.x) < 4u) path[depth.x].x = branch.x;
    depth.x = depth.x + 1;
    branch.x = branch.x - 1u;
    branch.x = branch.x / 5u;
    CC0.x = float(int(branch.x));
    if (CC0.x != 0.0) {
        grow_3();
    }
    depth.x = depth.x - 1;
    branch.x = path_at(depth.x).x;
    digit.x = branch.x - 1u;
    digit.x = digit.x % 5u;
    angle.w = float(digit.x);
    // What chance gives this branch. hash would be the fifth call
    key = branch.x + uvec4(10007u, 20011u, 30011u, 40009u);
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = vec4(key);
    random = random * 2.3283064e-10;
    // The first continues the branch, the others leave it further down
    along.x = angle.w * -0.11 + 1.0;
    along.y = 1.0 - along.x;
    along.y = along.y * along.x;
    along.y = along.y * trunk.z;
    along.xy = along.xy * foot.w;
    foot.xyz = up.xyz * along.x + foot.xyz;
    foot.xyz = right.xyz * along.y + foot.xyz;
    angle.x = angle.w * 2.4 + random.x;
    angle.x = angle.x + random.x;
    axis.xy = vec2(cos(angle.x), sin(angle.x));
    share.x = float(angle.w >= 0.5);
    share.x = share.x * 0.65 + 0.35;
    share.y = random.y * 0.6 + 0.7;
    angle.y = share.x * share.y;
    angle.y = angle.y * branching.x;
    angle.xy = vec2(cos(angle.y), sin(angle.y));
    turned.xyz = right.xyz * axis.x;
    turned.xyz = forward.xyz * axis.y + turned.xyz;
    along.xyz = forward.xyz * axis.x;
    along.xyz = right.xyz * -axis.y + along.xyz;
    up.xyz = up.xyz * angle.x;
    up.xyz = turned.xyz * angle.y + up.xyz;
    up.y = up.y + branching.w;
    up.xyz = up.xyz + wind.xyz;
    up.xyz = normalize(up.xyz);
    share.z = dot(up.xyz, along.xyz);
    right.xyz = up.xyz * -share.z + along.xyz;
    right.xyz = normalize(right.xyz);
    forward.xyz = cross(right.xyz, up.xyz);
    share.w = random.z * 0.5 + 0.75;
    foot.w = foot.w * branching.y;
    foot.w = foot.w * share.w;
    share.y = float(angle.w < 0.5);
    share.y = mix(0.42, branching.z, share.y);
    up.w = up.w * share.y;
}

void grow_1() {
    // Axes, foot, length and radius of branch.x, from those of the one below
    if (uint(depth.x) < 4u) path[depth.x].x = branch.x;
    depth.x = depth.x + 1;
    branch.x = branch.x - 1u;
    branch.x = branch.x / 5u;
    CC0.x = float(int(branch.x));
    if (CC0.x != 0.0) {
        grow_2();
    }
    depth.x = depth.x - 1;
    branch.x = path_at(depth.x).x;
    digit.x = branch.x - 1u;
    digit.x = digit.x % 5u;
    angle.w = float(digit.x);
    // What chance gives this branch. hash would be the fifth call
    key = branch.x + uvec4(10007u, 20011u, 30011u, 40009u);
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = vec4(key);
    random = random * 2.3283064e-10;
    // The first continues the branch, the others leave it further down
    along.x = angle.w * -0.11 + 1.0;
    along.y = 1.0 - along.x;
    along.y = along.y * along.x;
    along.y = along.y * trunk.z;
    along.xy = along.xy * foot.w;
    foot.xyz = up.xyz * along.x + foot.xyz;
    foot.xyz = right.xyz * along.y + foot.xyz;
    angle.x = angle.w * 2.4 + random.x;
    angle.x = angle.x + random.x;
    axis.xy = vec2(cos(angle.x), sin(angle.x));
    share.x = float(angle.w >= 0.5);
    share.x = share.x * 0.65 + 0.35;
    share.y = random.y * 0.6 + 0.7;
    angle.y = share.x * share.y;
    angle.y = angle.y * branching.x;
    angle.xy = vec2(cos(angle.y), sin(angle.y));
    turned.xyz = right.xyz * axis.x;
    turned.xyz = forward.xyz * axis.y + turned.xyz;
    along.xyz = forward.xyz * axis.x;
    along.xyz = right.xyz * -axis.y + along.xyz;
    up.xyz = up.xyz * angle.x;
    up.xyz = turned.xyz * angle.y + up.xyz;
    up.y = up.y + branching.w;
    up.xyz = up.xyz + wind.xyz;
    up.xyz = normalize(up.xyz);
    share.z = dot(up.xyz, along.xyz);
    right.xyz = up.xyz * -share.z + along.xyz;
    right.xyz = normalize(right.xyz);
    forward.xyz = cross(right.xyz, up.xyz);
    share.w = random.z * 0.5 + 0.75;
    foot.w = foot.w * branching.y;
    foot.w = foot.w * share.w;
    share.y = float(angle.w < 0.5);
    share.y = mix(0.42, branching.z, share.y);
    up.w = up.w * share.y;
}

void wood() {
    // A round limb around the branch; texture coordinates run from its foot to its end
    along.x = vertex_texcoord_0.y;
    along.y = 1.0 - along.x;
    along.y = along.y * along.x;
    along.y = along.y * trunk.z;
    along.xy = along.xy * foot.w;
    place.xyz = up.xyz * along.x + foot.xyz;
    place.xyz = right.xyz * along.y + place.xyz;
    along = vertex_position * up.w;
    place.xyz = right.xyz * along.x + place.xyz;
    place.xyz = forward.xyz * along.z + place.xyz;
    place.w = 1.0;
    normal.xyz = right.xyz * vertex_normal.x;
    normal.xyz = up.xyz * vertex_normal.y + normal.xyz;
    normal.xyz = forward.xyz * vertex_normal.z + normal.xyz;
    normal.xyz = normalize(normal.xyz);
    view.xyz = eye.xyz - place.xyz;
    view.xyz = normalize(view.xyz);
    share.x = dot(normal.xyz, view.xyz);
    share.x = clamp(1.0 - abs(share.x), 0.0, 1.0);
    share.x = share.x * share.x;
    tint = mix(dark, pale, share.xxxx);
}

void hash() {
    // random = numbers from 0 to 1 of the four keys
    key = key * 0x9e3779b9u;
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    random = vec4(key);
    random = random * 2.3283064e-10;
}

void blossom() {
    // A petal near the twig, turned anyhow; some fall, and lie for a while where they fell
    key = piece.x + uvec4(1u, 0xf4243u, 0x1e849du, 0x2dc6d1u);
    hash();
    along.x = random.x * foot.w;
    place.xyz = up.xyz * along.x + foot.xyz;
    axis.xyz = random.yzw - 0.5;
    place.xyz = axis.xyz * petal.y + place.xyz;
    along = random;
    hash();
    turned.xyz = random.xyz - 0.5;
    axis.xyz = normalize(axis.xyz);
    turned.xyz = cross(axis.xyz, turned.xyz);
    turned.xyz = normalize(turned.xyz);
    share.x = random.w * 0.6;
    share.x = share.x + 0.7;
    share.x = share.x * petal.x;
    share.yz = vertex_position.xy + vertex_position.yx;
    share.z = vertex_position.x - vertex_position.y;
    share.y = share.y * share.x;
    share.z = share.z * share.x;
    share.z = share.z * 0.62;
    axis.xyz = axis.xyz * share.y;
    axis.xyz = turned.xyz * share.z + axis.xyz;
    normal.xyz = place.xyz - crown.xyz;
    normal.xyz = normalize(normal.xyz);
    CC0.x = share.x = float(along.y < petal.z);
    if (CC0.x != 0.0) {
        share.y = wind.w + along.z;
        share.y = fract(share.y);
        place.y = -petal.w * share.y + place.y;
        share.z = share.y * 19.0;
        share.w = sin(share.z);
        share.z = cos(share.z);
        share.zw = share.zw * 0.12;
        share.y = share.y * 1.2;
        place.xz = wind.xz * share.y + place.xz;
        // It sways less and turns level as it comes down
        share.x = clamp(place.y + place.y, 0.0, 1.0);
        share.zw = share.zw * share.x;
        place.xz = place.xz + share.zw;
        place.y = max(place.y, 0.01);
        share.y = max(share.x, 0.15);
        axis.y = axis.y * share.y;
        normal.xyz = mix(vec3(0.0, 1.0, 0.0), normal.xyz, share.xxx);
    }
    place.xyz = place.xyz + axis.xyz;
    place.w = 1.0;
    tint = mix(dark, pale, random.yyyy);
}

void main() {
    vertex_id = ivec4(gl_VertexID, 0, 0, 0);
    COL0 = vec4(0.0);
    piece.x = nv_udiv(uint(vertex_id.x), pieces.x);
    branch.x = nv_udiv(piece.x, pieces.y);
    branch.x = branch.x + pieces.z;
    CC0.x = float(int(branch.x));
    right = vec4(1.0, 0.0, 0.0, 0.0);
    up = vec4(0.0, 1.0, 0.0, 0.0);
    forward = vec4(0.0, 0.0, 1.0, 0.0);
    foot.xyz = vec3(0.0);
    foot.w = trunk.x;
    up.w = trunk.y;
    depth.x = 0;
    if (CC0.x != 0.0) {
        grow_1();
    }
    CC0.x = share.x = trunk.w;
    if (CC0.x == 0.0) {
        wood();
    } else {
        blossom();
    }
    HPOS.x = dot(mvp[0], place);
    HPOS.y = dot(mvp[1], place);
    HPOS.z = dot(mvp[2], place);
    HPOS.w = dot(mvp[3], place);
    // Light wraps round bark and shines through petals; the inner parts of the crown are darker
    view.xyz = place.xyz - crown.xyz;
    view.xyz = view.xyz * crown.w;
    share.x = dot(view.xyz, view.xyz);
    share.x = clamp(share.x * 0.45 + 0.55, 0.0, 1.0);
    light.x = dot(normal.xyz, sun.xyz);
    light.x = light.x * 0.5 + 0.5;
    light.x = light.x * light.x;
    light.y = normal.y * 0.35 + 0.65;
    light.x = light.x * share.x;
    light.y = light.y * share.x;
    axis = sunlight * light.x;
    axis = skylight * light.y + axis;
    COL0.xyz = tint.xyz * axis.xyz;
    COL0.w = 1.0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
