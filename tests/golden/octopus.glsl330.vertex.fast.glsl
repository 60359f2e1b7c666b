#version 330 core
// Translated from octopus.vp (!!NVvp4.0): vertex shader, fast numerics
// Skin over a palette of bones. Every vertex says with which bone it begins and how many it follows;
// a loop of that many turns adds what each makes of position and normal. The palette is one array.
//
// sun      direction to the light in eye space
// water    what the sea adds to all sides
// rim      light that shines through where skin turns away
// back     colour of the upper side; belly of the lower, sucker of suckers
// gloss    colour of highlights, shininess
// repeats  of the texture around and along
// rig      the first bone, how many
// rings    how much of a sucker's rim

layout(location = 0) in vec4 vertex_position;
layout(location = 1) in vec4 weights;
layout(location = 2) in vec4 vertex_normal;
layout(location = 6) in ivec4 rig;
layout(location = 7) in vec4 rings;
layout(location = 8) in vec4 vertex_texcoord_0;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 modelview[4];
    vec4 rotation[4];
    vec4 sun;
    vec4 sunlight;
    vec4 water;
    vec4 rim;
    vec4 back;
    vec4 belly;
    vec4 sucker;
    vec4 gloss;
    vec4 repeats;
    vec4 bones[60];
};
out vec4 COL0;
out vec4 COL1;
out vec4 FOGC;
out vec4 TEX0;

vec4 bones_at(int index) {
    vec4 value = bones[min(uint(index), 59u)];
    return uint(index) < 60u ? value : vec4(0);
}

void main() {
    vec4 position, normal, part, weight, view, light, v_half, color, HPOS;
    ivec4 row;
    COL1 = vec4(0.0);
    FOGC = vec4(0.0);
    row.x = rig.x * 3;
    position = vec4(0.0, 0.0, 0.0, 1.0);
    normal = vec4(0.0);
    weight = weights;
    for (int count = min(rig.y, 65535); count > 0; --count) {
        part.x = dot(bones_at(row.x), vertex_position);
        part.y = dot(bones_at(row.x + 1), vertex_position);
        part.z = dot(bones_at(row.x + 2), vertex_position);
        position.xyz = part.xyz * weight.x + position.xyz;
        part.x = dot(bones_at(row.x).xyz, vertex_normal.xyz);
        part.y = dot(bones_at(row.x + 1).xyz, vertex_normal.xyz);
        part.z = dot(bones_at(row.x + 2).xyz, vertex_normal.xyz);
        normal.xyz = part.xyz * weight.x + normal.xyz;
        row.x = row.x + 3;
        weight = weight.yzwx;
    }
    HPOS.x = dot(mvp[0], position);
    HPOS.y = dot(mvp[1], position);
    HPOS.z = dot(mvp[2], position);
    HPOS.w = dot(mvp[3], position);
    view.x = dot(modelview[0], position);
    view.y = dot(modelview[1], position);
    view.z = dot(modelview[2], position);
    part.x = dot(rotation[0].xyz, normal.xyz);
    part.y = dot(rotation[1].xyz, normal.xyz);
    part.z = dot(rotation[2].xyz, normal.xyz);
    normal.xyz = normalize(part.xyz);
    FOGC.x = -view.z;
    view.xyz = normalize(-view.xyz);
    // The lower side is where the texture's quarter is, and suckers are there
    part.x = vertex_texcoord_0.x * 6.2831855;
    part.x = sin(part.x);
    part.x = clamp(part.x * 1.6 - 0.35, 0.0, 1.0);
    color = mix(back, belly, part.xxxx);
    color = mix(color, sucker, rings.xxxx);
    // Light wraps half-way round; the rim glows
    light.x = dot(normal.xyz, sun.xyz);
    light.x = light.x * 0.5 + 0.5;
    light.x = light.x * light.x;
    light.y = clamp(dot(normal.xyz, view.xyz), 0.0, 1.0);
    light.y = 1.0 - light.y;
    light.z = light.y * light.y;
    light.y = light.z * light.y;
    v_half.xyz = view.xyz + sun.xyz;
    v_half.xyz = normalize(v_half.xyz);
    light.z = clamp(dot(normal.xyz, v_half.xyz), 0.0, 1.0);
    light.z = pow(light.z, gloss.w);
    part = sunlight * light.x + water;
    color = color * part;
    COL0.xyz = rim.xyz * light.y + color.xyz;
    COL0.w = 1.0;
    part = gloss * light.z;
    COL1.xyz = part.xyz * sunlight.xyz;
    TEX0 = vertex_texcoord_0 * repeats;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}
