#version 330 core
// Translated from floor.vp (!!VP2.0): vertex shader, fast numerics
// A floor that knows the round things standing on it: a loop over spheres gives soft
// shadows of the key light and the darkness where something touches the ground.
//
// c[0]-c[3]    model-view-projection matrix
// c[4]-c[7]    model matrix
// c[12]        constants 0, 1, 0.5, 2
// c[16]        key light position in the world
// c[17]        floor colour in the light, alpha
// c[18]        floor colour in the shade
// c[19]        x = number of spheres, y = 1 / radius at which the floor has faded away,
//              z = 1 / softness of the shadows, w = texture repeats per unit
// c[40]-       spheres: centre, radius

layout(location = 0) in vec4 v_OPOS;
layout(location = 3) in vec4 v_COL0;
layout(std140) uniform ProgramParameters {
    vec4 c[256];
} program;
out vec4 COL0;
out vec4 TEX0;

vec4 c_at(int index) {
    vec4 value = program.c[min(uint(index), 255u)];
    return uint(index) < 256u ? value : vec4(0);
}

void main() {
    int executed = 0;  // ends after 65536 instructions (NV_vertex_program2 2.14.2.3)
    COL0 = vec4(0.0, 0.0, 0.0, 1.0);
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    gl_Position.x = dot(program.c[0], v_OPOS);
    gl_Position.y = dot(program.c[1], v_OPOS);
    gl_Position.z = dot(program.c[2], v_OPOS);
    gl_Position.w = dot(program.c[3], v_OPOS);
    // R0 = position in the world, R1 = unit vector to the light
    vec3 R0 = vec3(dot(program.c[4], v_OPOS), dot(program.c[5], v_OPOS), dot(program.c[6], v_OPOS));
    vec3 R1 = normalize(program.c[16].xyz - R0);
    // R2.x = light that arrives, R2.y = sky that is seen
    vec2 R2 = vec2(program.c[12].y);
    ivec2 A0 = ivec2(clamp(floor(program.c[12].xy), -512.0, 511.0));  // x = sphere 0, z = a step of one
    float R3 = program.c[19].x;
    executed += 15;
    if (R3 > 0.0) {
        while (executed < 65536) {
            vec3 R4 = c_at(A0.x + 40).xyz - R0;
            float R4b = dot(R4, R4);
            // Sky hidden by the sphere: (r / d)^2 times the cosine to its centre
            float R5 = inversesqrt(R4b);
            float R5b = R5 * c_at(A0.x + 40).w;
            R2.y *= program.c[12].y - max(R5b * R5b * (R5 * R4.y), program.c[12].x);
            // Distance from the ray to the light to the centre; spheres behind the ray cast nothing
            float R5c = dot(R4, R1);
            executed += 12;
            if (R5c > 0.0) {
                float R5d = sqrt(max(R4b - R5c * R5c, program.c[12].x)) - c_at(A0.x + 40).w;
                float R5e = max(R5d * program.c[19].z + program.c[12].z, program.c[12].x);
                R5e = min(R5e, program.c[12].y);
                // 3 t^2 - 2 t^3
                float R5f = R5e * R5e * (program.c[12].w - R5e * program.c[12].w + program.c[12].y);
                R2.x *= R5f;
                executed += 14;
            }
            A0.x = clamp(A0.x + A0.y, -512, 511);
            R3 -= program.c[12].y;
            executed += 3;
            if (R3 <= 0.0) {
                break;
            }
        }
    }
    // Lambert's cosine on a level floor, then light and shade
    if (executed < 65533) COL0.xyz = (R2.y * program.c[18].xyz + R2.x * R1.y * program.c[17].xyz) * v_COL0.xyz;
    // Fade out with the distance from the middle
    vec2 R7 = R0.xz * program.c[19].y;
    float R7b = max(program.c[12].y - (R7.y * R7.y + R7.x * R7.x), program.c[12].x);
    if (executed < 65526) COL0.w = R7b * R7b * program.c[17].w;
    if (executed < 65525) TEX0.xy = R0.xz * program.c[19].w;
    COL0 = clamp(COL0, 0.0, 1.0);
}
