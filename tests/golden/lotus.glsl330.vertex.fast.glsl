#version 330 core
// Translated from lotus.vp (!!NVvp5.0): vertex shader, fast numerics
// Petals of a flower, one an instance: a sheet that is bent along its length and cupped across.
//
//   vertex.position       x: across, -1 to 1; z: along, from the root at 1 to the tip at -1
//   program.local[0..3]   model-view-projection matrix
//   program.local[4]      x: length, y: width, z: how far from the middle the root is, w: how high
//   program.local[5]      x: how steep the root stands, y: how far the tip is bent from there (radians),
//                         z: how deep the cup is, w: -1 in the mirror, else 1
//   program.local[6]      x: turns between petals, y: turns of the first, z: how much they differ

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 form;
    vec4 bend;
    vec4 ring;
};
out vec4 TEX0;
out vec4 TEX1;
out vec4 TEX2;

ivec4 vertex_instance;
vec4 at, place, across, along, normal, turn, r, s, n, HPOS;
vec4 here = vec4(0.0);

void petal() {
    // here: the place at.x across and at.y along
    r.x = n.z * 0.5 + bend.x;
    r.y = at.y * bend.y + r.x;
    s.x = sin(r.x);
    s.y = cos(r.x);
    s.z = sin(r.y);
    s.w = cos(r.y);
    r.z = 1.0 / bend.y;
    r.z = r.z * form.x;
    // Along the middle: the way out and up
    r.x = s.z - s.x;
    r.x = r.x * r.z;
    r.y = s.y - s.w;
    r.y = r.y * r.z;
    // Across: narrow at the root, pointed at the tip
    r.z = log2(at.y);
    r.z = r.z * 0.62;
    r.w = 1.0 - at.y;
    r.w = log2(r.w);
    r.z = r.w * 0.72 + r.z;
    r.z = exp2(r.z);
    r.z = r.z * form.y;
    here.x = at.x * r.z;
    r.w = at.x * at.x;
    r.w = r.w * r.z;
    r.w = r.w * bend.z;
    r.x = -s.z * r.w + r.x;
    r.y = s.w * r.w + r.y;
    r.x = r.x + form.z;
    r.y = r.y + form.w;
    here.y = r.y * bend.w;
    // Around
    here.z = r.x * turn.y;
    here.z = -here.x * turn.x + here.z;
    r.z = r.x * turn.x;
    here.x = here.x * turn.y + r.z;
}

void main() {
    vertex_instance = ivec4(gl_InstanceID, 0, 0, 0);
    n.x = float(uint(vertex_instance.x));
    turn.z = n.x * ring.x + ring.y;
    // Every petal is a little different
    n.y = n.x * 0.618034;
    n.y = fract(n.y);
    n.y = n.y * 2.0 - 1.0;
    n.z = n.y * ring.z;
    turn.z = n.z * 0.06 + turn.z;
    turn.z = fract(turn.z);
    turn.z = turn.z * 6.2831855;
    turn.x = sin(turn.z);
    turn.y = cos(turn.z);
    at.x = vertex_position.x;
    at.y = vertex_position.z * -0.5 + 0.5;
    at.y = max(at.y, 0.004);
    at.y = min(at.y, 0.992);
    petal();
    place = here;
    at.x = at.x + 0.01;
    petal();
    across = here - place;
    at.xy = at.xy + vec2(-0.01, 0.004);
    petal();
    along = here - place;
    normal.xyz = cross(across.xyz, along.xyz);
    normal.xyz = normalize(normal.xyz);
    place.w = 1.0;
    HPOS.x = dot(mvp[0], place);
    HPOS.y = dot(mvp[1], place);
    HPOS.z = dot(mvp[2], place);
    HPOS.w = dot(mvp[3], place);
    TEX0 = place;
    TEX1.xyz = normal.xyz;
    TEX1.w = n.y;
    TEX2.y = vertex_position.z * -0.5 + 0.5;
    TEX2.xzw = vec3(vertex_position.x);
    gl_Position = HPOS;
}
