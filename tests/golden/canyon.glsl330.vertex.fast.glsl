#version 330 core
// Translated from canyon.vp (!!NVvp4.0): vertex shader, fast numerics
// A canyon made of integers: a hash of the lattice gives value noise, eight octaves of it, each with
// its slope, give walls, terraces and layers of rock. The mesh is flat and there is no texture.
//
// sun       direction to the sun
// skylight  w = light that rock throws back
// noise     lattice points per unit, octaves, octaves of shadows, where
// river     two bends: length of path and of sway
// walls     where they begin and end, how far noise moves them, water level
// rise      height of the rim, of the hills, terraces per unit, their share
// marching  steps towards the sun, the first one's length, growth, sharpness
// strata    x = layers per unit, z = slope that bares rock, w = sharpness
// scrub     w = how high above the water it grows
// deep      w = how fast water darkens
// horizon   what water mirrors

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 sun;
    vec4 sunlight;
    vec4 skylight;
    vec4 eye;
    vec4 noise;
    vec4 river;
    vec4 walls;
    vec4 rise;
    vec4 marching;
    vec4 strata;
    vec4 rust;
    vec4 ochre;
    vec4 cream;
    vec4 sand;
    vec4 scrub;
    vec4 shallow;
    vec4 deep;
    vec4 horizon;
};
out vec4 COL0;
out vec4 FOGC;

vec4 place = vec4(0.0);
vec4 octaves = vec4(0.0);
vec4 ground = vec4(0.0);
vec4 slope = vec4(0.0);
vec4 normal = vec4(0.0);
vec4 light = vec4(0.0);
vec4 march = vec4(0.0);
vec4 rock = vec4(0.0);
vec4 color = vec4(0.0);
vec4 view = vec4(0.0);
vec4 share = vec4(0.0);
vec4 sum = vec4(0.0);
vec4 lattice = vec4(0.0);
vec4 frequency = vec4(0.0);
vec4 amplitude = vec4(0.0);
vec4 path = vec4(0.0);
vec4 edge = vec4(0.0);
vec4 turn = vec4(0.0);
vec4 layer = vec4(0.0);
vec4 tone = vec4(0.0);
ivec4 cell = ivec4(0);
vec4 corners = vec4(0.0);
vec4 gradient = vec4(0.0);
vec4 inside = vec4(0.0);
vec4 curve = vec4(0.0);
uvec4 key = uvec4(0);
uvec4 shifted = uvec4(0);
vec4 HPOS = vec4(0.0);
vec4 CC0 = vec4(0.0);
int turns = 0;  // of all loops together: at most 64527

void hash() {
    // corners = numbers from 0 to 1 of the four keys
    shifted = key >> 15u;
    key = key ^ shifted;
    key = key * 0x2c1b3c6du;
    shifted = key >> 12u;
    key = key ^ shifted;
    key = key * 0x297a2d39u;
    shifted = key >> 15u;
    key = key ^ shifted;
    corners = vec4(key);
    corners = corners * 2.3283064e-10;
}

void octave() {
    // gradient = value noise at lattice.xy, and its slope
    cell.xy = ivec2(floor(lattice.xy));
    cell = cell.xxyy + ivec4(0, 1, 0, 1);
    key = uvec4(cell) * uvec4(0x9e3779b9u, 0x9e3779b9u, 0x85ebca77u, 0x85ebca77u);
    key = key.xyxy ^ key.zzww;
    hash();
    inside.xy = fract(lattice.xy);
    curve.xy = inside.xy * -2.0 + 3.0;
    curve.zw = inside.xy * inside.xy;
    curve.xy = curve.xy * curve.zw;
    curve.zw = inside.xy - curve.zw;
    curve.zw = curve.zw * 6.0;
    inside.xy = corners.yz - corners.x;
    inside.z = corners.w - corners.z;
    inside.z = inside.z - inside.x;
    gradient.yz = inside.z * curve.yx + inside.xy;
    gradient.x = curve.x * inside.x + corners.x;
    gradient.x = curve.y * gradient.z + gradient.x;
    gradient.yz = gradient.yz * curve.zw;
}

void height() {
    // slope = height at place, its slope along x and z, and the height again
    sum = vec4(0.0);
    lattice.xy = place.xy * noise.x + noise.w;
    frequency = vec4(1.0, 0.0, 0.0, 1.0);
    frequency = frequency * noise.x;
    amplitude.x = 0.5;
    edge = vec4(0.0);
    for (int count = int(floor(octaves.x)); count > 0 && turns++ < 64527; --count) {
        octave();
        // Steep places get less of what is smaller, as if water had smoothed them
        edge.xy = edge.xy + gradient.yz;
        edge.w = dot(edge.xy, edge.xy);
        edge.w = edge.w + 1.0;
        edge.w = amplitude.x / edge.w;
        sum.x = gradient.x * edge.w + sum.x;
        turn.x = dot(gradient.yz, frequency.xy);
        turn.y = dot(gradient.yz, frequency.zw);
        sum.yz = turn.xy * edge.w + sum.yz;
        // Twice as fine, and turned
        turn = lattice.xxyy * vec4(1.6, -1.2, 1.2, 1.6);
        lattice.xy = turn.xy + turn.zw;
        turn = frequency.xxzz * vec4(1.6, -1.2, 1.6, -1.2);
        frequency = frequency.yyww * vec4(1.2, 1.6, 1.2, 1.6) + turn;
        amplitude.x = amplitude.x * 0.5;
    }
    // Distance from the river, moved by the noise
    path.xy = place.y * river.xz;
    path.z = sin(path.x);
    path.w = sin(path.y);
    path.z = dot(path.zw, river.yw);
    path.x = cos(path.x);
    path.y = cos(path.y);
    path.xy = path.xy * river.xz;
    path.w = dot(path.xy, river.yw);
    edge.x = place.x - path.z;
    edge.z = sign(edge.x);
    edge.w = sum.x - 0.5;
    edge.w = edge.w * walls.z;
    edge.x = abs(edge.x) + edge.w;
    turn.y = edge.z * -path.w;
    turn.x = edge.z;
    turn.xy = sum.yz * walls.z + turn.xy;
    // Walls between two distances
    edge.y = walls.y - walls.x;
    edge.x = edge.x - walls.x;
    edge.x = clamp(edge.x / edge.y, 0.0, 1.0);
    edge.z = 1.0 - edge.x;
    edge.z = edge.z * edge.x;
    edge.z = edge.z * 6.0;
    edge.z = edge.z / edge.y;
    edge.w = edge.x * -2.0 + 3.0;
    edge.x = edge.x * edge.x;
    edge.x = edge.x * edge.w;
    edge.w = sum.x * rise.y + rise.x;
    slope.x = edge.x * edge.w;
    edge.z = edge.z * edge.w;
    slope.yz = turn.xy * edge.z;
    edge.x = edge.x * rise.y;
    slope.yz = sum.yz * edge.x + slope.yz;
    // Terraces: steps, as smooth as their share allows
    edge.x = slope.x * rise.z;
    edge.y = fract(edge.x);
    edge.x = edge.x - edge.y;
    edge.y = clamp(edge.y * 1.6 - 0.6, 0.0, 1.0);
    edge.z = 1.0 - edge.y;
    edge.z = edge.z * edge.y;
    edge.z = edge.z * 9.6;
    edge.w = edge.y * -2.0 + 3.0;
    edge.y = edge.y * edge.y;
    edge.x = edge.y * edge.w + edge.x;
    edge.x = edge.x / rise.z;
    slope.x = mix(slope.x, edge.x, rise.w);
    edge.w = 1.0 - rise.w;
    edge.w = edge.z * rise.w + edge.w;
    slope.yz = slope.yz * edge.w;
    slope.w = slope.x;
}

void layers() {
    // rock = the colour of the layer at this height: noise along y alone
    layer.x = ground.x * strata.x;
    cell.x = int(floor(layer.x));
    cell = cell.x + ivec4(0, 1, 0, 1);
    key = uvec4(cell) * uvec4(0x9e3779b9u, 0x9e3779b9u, 0x85ebca77u, 0x85ebca77u);
    hash();
    layer.x = fract(layer.x);
    layer.y = layer.x * -2.0 + 3.0;
    layer.x = layer.x * layer.x;
    layer.x = layer.x * layer.y;
    tone.xy = mix(corners.xz, corners.yw, layer.xx);
    rock = mix(rust, ochre, tone.xxxx);
    tone.y = tone.y * tone.y;
    rock = mix(rock, cream, tone.yyyy);
}

void main() {
    COL0 = vec4(0.0);
    FOGC = vec4(0.0);
    place.xy = vertex_position.xz;
    octaves.x = noise.y;
    height();
    ground = slope;
    ground.x = max(slope.x, walls.w);
    view.xz = vertex_position.xz;
    view.y = ground.x;
    view.w = 1.0;
    HPOS.x = dot(mvp[0], view);
    HPOS.y = dot(mvp[1], view);
    HPOS.z = dot(mvp[2], view);
    HPOS.w = dot(mvp[3], view);
    view.xyz = eye.xyz - view.xyz;
    view.w = dot(view.xyz, view.xyz);
    share.x = inversesqrt(view.w);
    FOGC.x = view.w * share.x;
    view.xyz = view.xyz * share.x;
    // Water is level
    share.x = float(ground.w >= walls.w);
    normal.xz = -ground.yz * share.x;
    normal.y = 1.0;
    normal.xyz = normalize(normal.xyz);
    // How much of the sun is seen: steps towards it, each longer, over a ground of fewer octaves
    light.x = 1.0;
    octaves.x = noise.z;
    march.x = marching.y;
    for (int count_2 = int(floor(marching.x)); count_2 > 0 && turns++ < 64527; --count_2) {
        place.xy = sun.xz * march.x + vertex_position.xz;
        height();
        march.y = sun.y * march.x + ground.x;
        march.y = march.y - slope.x;
        march.y = march.y / march.x;
        march.y = clamp(march.y * marching.w + 0.75, 0.0, 1.0);
        light.x = min(light.x, march.y);
        march.x = march.x * marching.z;
    }
    light.y = clamp(dot(normal.xyz, sun.xyz), 0.0, 1.0);
    light.x = light.x * light.y;
    // From the sky, and back from the rock
    light.y = normal.y * 0.5 + 0.5;
    light.z = 1.0 - normal.y;
    light.z = light.z * skylight.w;
    color = sunlight * light.x;
    color = skylight * light.y + color;
    color = rust * light.z + color;
    CC0.x = share.x = ground.x - ground.w;
    if (CC0.x > 0.0) {
        // Water: the bed shines through, and at low angles the sky
        share.x = share.x * deep.w;
        share.x = exp2(-share.x);
        rock = mix(deep, shallow, share.xxxx);
        share.y = clamp(1.0 - view.y, 0.0, 1.0);
        share.y = share.y * share.y;
        share.y = share.y * share.y;
        rock = rock * color;
        rock = mix(rock, horizon, share.yyyy);
        // No line along the shore: water this shallow is wet grass
        share.x = share.x * share.x;
        share.x = share.x * share.x;
        share.x = share.x * share.x;
        march = scrub * color;
        rock = mix(rock, march, share.xxxx);
    } else {
        layers();
        // Flat ground keeps sand, and scrub near the water
        share.x = strata.z - normal.y;
        share.x = clamp(share.x * -strata.w + 0.5, 0.0, 1.0);
        share.y = ground.x - walls.w;
        share.z = 1.0 / scrub.w;
        share.y = clamp(share.y * -share.z + 1.0, 0.0, 1.0);
        march = mix(sand, scrub, share.yyyy);
        rock = mix(rock, march, share.xxxx);
        rock = rock * color;
    }
    COL0.xyz = rock.xyz;
    COL0.w = 1.0;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
