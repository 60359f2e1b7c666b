#version 330 core
// Translated from arb_table.vp (!!ARBvp1.0): vertex shader, fast numerics
// A level table under light 0, which knows the round things that stand on it: soft shadows and the
// darkness where something touches it, of eight spheres, four at a time in the components of a
// vector. The matrices bring the light from eye space, where the GL keeps it, back to the table.

layout(location = 0) in vec4 position;
layout(location = 8) in vec4 vertex_texcoord_0;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 back[3];
    vec4 lamp;
    vec4 cone;
    vec4 falloff;
    vec4 lamp_color;
    vec4 glow;
    vec4 picture[2];
    vec4 spheres[8];
    vec4 softness;
};
out vec4 COL0;
out vec4 TEX0;

void main() {
    vec4 light = vec4(0.0);
    vec4 spot;
    vec4 axis = vec4(0.0);
    vec4 open;
    vec4 dx;
    vec4 dy;
    vec4 dz;
    vec4 square;
    vec4 along;
    vec4 away;
    vec4 sky;
    vec4 share;
    vec4 HPOS;
    // The x, y and z of four centres, four radii; twice. Then x = 1 / softness of the shadows, y = how fast they
    // end towards the lamp
    HPOS.x = dot(mvp[0], position);
    HPOS.y = dot(mvp[1], position);
    HPOS.z = dot(mvp[2], position);
    HPOS.w = dot(mvp[3], position);
    // Unit vector to the lamp, and what its distance and cone leave
    light.x = dot(back[0], lamp);
    light.y = dot(back[1], lamp);
    light.z = dot(back[2], lamp);
    light.xyz = light.xyz - position.xyz;
    light.w = dot(light.xyz, light.xyz);
    spot.w = inversesqrt(abs(light.w));
    light.xyz = light.xyz * spot.w;
    spot = vec4(1.0, light.w * spot.w, light.w, spot.w);
    spot.x = dot(spot.xyz, falloff.xyz);
    spot.x = 1.0 / spot.x;
    axis.x = dot(back[0].xyz, cone.xyz);
    axis.y = dot(back[1].xyz, cone.xyz);
    axis.z = dot(back[2].xyz, cone.xyz);
    axis.w = dot(axis.xyz, axis.xyz);
    axis.w = inversesqrt(abs(axis.w));
    axis.xyz = axis.xyz * axis.w;
    spot.y = dot(-light.xyz, axis.xyz);
    spot.z = float(spot.y >= cone.w);
    spot.y = max(spot.y, 0.0);
    spot.y = pow(spot.y, falloff.w);
    spot.x = spot.x * spot.y;
    spot.x = spot.x * spot.z;
    // Spheres 0 to 3: square = distance^2 of the centres, along = distance along the ray to the lamp
    dx = spheres[0] - position.x;
    dy = spheres[1] - position.y;
    dz = spheres[2] - position.z;
    square = dx * dx;
    square = dy * dy + square;
    square = dz * dz + square;
    along = dx * light.x;
    along = dy * light.y + along;
    along = dz * light.z + along;
    // How far the ray passes from their surface; what lies behind it, casts less and less
    away = -along * along + square;
    away = max(away, vec4(0.0));
    share.x = inversesqrt(abs(away.x));
    share.y = inversesqrt(abs(away.y));
    share.z = inversesqrt(abs(away.z));
    share.w = inversesqrt(abs(away.w));
    away = away * share - spheres[3];
    away = away * softness.x + 0.5;
    share = max(-along, vec4(0.0));
    away = share * softness.y + away;
    away = max(away, vec4(0.0));
    away = min(away, vec4(1.0));
    // 3 t^2 - 2 t^3
    share = away + away;
    share = 3.0 - share;
    share = share * away;
    open = share * away;
    // Sky they hide: (r / d)^2 times the cosine to the centre
    share.x = inversesqrt(abs(square.x));
    share.y = inversesqrt(abs(square.y));
    share.z = inversesqrt(abs(square.z));
    share.w = inversesqrt(abs(square.w));
    dy = dy * share;
    share = share * spheres[3];
    share = share * share;
    share = share * dy;
    share = max(share, vec4(0.0));
    sky = 1.0 - share;
    // Spheres 4 to 7: square = distance^2 of the centres, along = distance along the ray to the lamp
    dx = spheres[4] - position.x;
    dy = spheres[5] - position.y;
    dz = spheres[6] - position.z;
    square = dx * dx;
    square = dy * dy + square;
    square = dz * dz + square;
    along = dx * light.x;
    along = dy * light.y + along;
    along = dz * light.z + along;
    // How far the ray passes from their surface; what lies behind it, casts less and less
    away = -along * along + square;
    away = max(away, vec4(0.0));
    share.x = inversesqrt(abs(away.x));
    share.y = inversesqrt(abs(away.y));
    share.z = inversesqrt(abs(away.z));
    share.w = inversesqrt(abs(away.w));
    away = away * share - spheres[7];
    away = away * softness.x + 0.5;
    share = max(-along, vec4(0.0));
    away = share * softness.y + away;
    away = max(away, vec4(0.0));
    away = min(away, vec4(1.0));
    // 3 t^2 - 2 t^3
    share = away + away;
    share = 3.0 - share;
    share = share * away;
    share = share * away;
    open = open * share;
    // Sky they hide: (r / d)^2 times the cosine to the centre
    share.x = inversesqrt(abs(square.x));
    share.y = inversesqrt(abs(square.y));
    share.z = inversesqrt(abs(square.z));
    share.w = inversesqrt(abs(square.w));
    dy = dy * share;
    share = share * spheres[7];
    share = share * share;
    share = share * dy;
    share = max(share, vec4(0.0));
    share = 1.0 - share;
    sky = sky * share;
    open.xy = open.xy * open.zw;
    open.x = open.x * open.y;
    sky.xy = sky.xy * sky.zw;
    sky.x = sky.x * sky.y;
    // Lambert's cosine on a level table
    open.x = open.x * spot.x;
    open.x = open.x * light.y;
    sky.xyz = sky.x * glow.xyz;
    COL0.xyz = lamp_color.xyz * open.x + sky.xyz;
    COL0.w = glow.w;
    TEX0.x = dot(picture[0], vertex_texcoord_0);
    TEX0.y = dot(picture[1], vertex_texcoord_0);
    TEX0.zw = vec2(0.0, 1.0);
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}
