#version 330 core
// Translated from coast.fp (!!FP2.0): fragment shader, fast numerics
// A road along the sea at sunset: rays are marched through a landscape of noise, until BRK.
//
// f[TEX0]      x and y on the screen, whose height is 2
// f[TEX1]...     six lamps in the world, read by the loop's index
// f[TEX7]      the eye in the world
// TEX0         noise, which repeats
//
// R0    the eye
// R1    the direction of the ray, a unit vector
// R2    x: how far along it; y: the point before; z: 0 in the sky; w: how high the point before was
// R3    the point
// R4    ground: x its height, y how far to the right of the road's middle, z noise, w how high the road is
// R8    the colour
// R9    a direction that the sky is seen in, R10 its colour there
// R11   the normal
// R15   what the ground throws back of light

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
in vec4 TEX4;
in vec4 TEX5;
in vec4 TEX6;
in vec4 TEX7;
layout(std140) uniform FragmentParameters {
    vec4 sun;  // at first -0.3443, 0.1101, 0.9324, 1.0
    vec4 road;  // at first 0.041, 0.019, 7.0, 4.0
    vec4 climb;  // at first 0.031, 0.9, 2.2, 1.0
    vec4 lens;  // at first 0.0, -0.16, 1.55, 1.0
    vec4 low;  // at first 1.0, 0.47, 0.2, 1.0
    vec4 middle;  // at first 0.55, 0.27, 0.38, 1.0
    vec4 zenith;  // at first 0.075, 0.09, 0.23, 1.0
    vec4 fire;  // at first 1.0, 0.62, 0.28, 1.0
    vec4 lamp;  // at first 1.0, 0.72, 0.36, 1.0
} program;
uniform sampler2D texture0;
layout(location = 0) out vec4 color;

vec4 fragment_texcoord[8];
vec4 R0, R1, R2, R3, R4, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15, CC0;
vec4 R5 = vec4(0.0);

vec4 fragment_texcoord_at(int index) {
    vec4 value = fragment_texcoord[min(uint(index), 7u)];
    return uint(index) < 8u ? value : vec4(0);
}

void ground() {
    // R4 = the ground at R3.xz
    vec2 R5b = R3.z * program.road.xy;
    vec2 R5c = vec2(sin(R5b.x), sin(R5b.y)) * program.road.zw;
    R4.y = R3.x - (R5c.x + R5c.y);
    R4.w = sin(R3.z * program.climb.x) * program.climb.y + program.climb.z;
    vec4 R5d = R3.xzxz * vec4(0.0085, 0.0085, 0.047, 0.047);
    R6.xy = R5d.zw;
    R5.w = 0.0;
    R6.w = 0.0;
    R7.x = textureLod(texture0, R5d.xy, R5.w).x;
    R6.x = textureLod(texture0, R6.xy, R6.w).x;
    R4.z = R6.x * 0.16 + R7.x * 0.84;
    // Mountains to the right, from beside the road on
    float R5e = clamp(R4.y * 0.075 - 0.17, 0.0, 1.0);
    R5.x = R5e * R5e * (3.0 - R5e * 2.0) * (R4.z * 30.0 - 5.0);
    // A beach to the left
    float R5f = clamp(R4.y * -0.14 - 0.33, 0.0, 1.0);
    R5.y = R5f * R5f * (3.0 - R5f * 2.0);
    R5.z = R4.z * 5.5 - 3.4;
    R4.x = mix(R4.w, R5.z, R5.y) + R5.x;
}

void sky() {
    // R10 = the sky in direction R9
    R5.y = max(R9.y, 0.0);
    vec3 R10b = mix(program.low.xyz, program.middle.xyz, clamp(R5.y * 4.2, 0.0, 1.0));
    R10b = mix(R10b, program.zenith.xyz, clamp(R5.y * 1.9 - 0.12, 0.0, 1.0));
    float R6b = clamp(dot(R9.xyz, program.sun.xyz), 0.0, 1.0);
    R10b += program.fire.xyz * (pow(R6b, 7.0) * 0.42);
    R10b += program.fire.xyz * (pow(R6b, 90.0) * 0.8);
    R10b += program.fire.xyz * (clamp(R6b * 2600.0 - 2597.0, 0.0, 1.0) * 3.0);
    // Streaks of cloud, lit from below near the sun
    R6.xy = R9.xz / (R5.y + 0.11) * vec2(0.021, 0.075);
    R6.w = 0.0;
    float R7b = clamp(textureLod(texture0, R6.xy, R6.w).x * 3.2 - 1.55, 0.0, 1.0) * clamp(R5.y * 9.0, 0.0, 1.0);
    R7.x = R7b * 0.6;
    R6.y = clamp(dot(R9.xyz, program.sun.xyz), 0.0, 1.0);
    R6.z = pow(R6.y, 5.0);
    R10.w = R6.z * 0.4 + 0.45;
    R7.yzw = program.middle.xyz * R10.w + program.low.xyz * R6.z;
    R10.xyz = mix(R10b, R7.yzw, R7.x);
}

void sea() {
    // R8 = the sea at R3 from R1; R15 = what it throws back
    vec2 R5g = R3.z * vec2(0.0, 0.013) + R3.xz * vec2(0.11, 0.05);
    R5.w = 0.0;
    float R6c = textureLod(texture0, R5g, R5.w).x;
    R5.xy = R5g.yx * 3.7;
    R7.x = textureLod(texture0, R5.xy, R5.w).x;
    R6.x = R6c - 0.5;
    R6.z = R7.x - 0.5;
    vec3 R11b;
    R11b.xz = R6.xz * 0.22;
    R11b.y = 1.0;
    R11.xyz = normalize(R11b);
    R12.w = dot(R1.xyz, R11.xyz);
    R9.xyz = reflect(R1.xyz, R11.xyz);
    R9.y = abs(R9.y);
    sky();
    // Fresnel
    R5.x = pow(clamp(1.0 + R12.w, 0.0, 1.0), 4.0) * 0.93 + 0.05;
    R8.xyz = mix(vec3(0.012, 0.035, 0.06), R10.xyz, R5.x);
    R15.xyz = vec3(0.05);
}

void land() {
    // R8 = road, rock or grass at R3 as the sun lights it; R15 = its colour
    // The ground's slopes
    R3.x = R2.x * 0.006 + R13.x + 0.06;
    ground();
    vec3 R11c;
    R11c.x = R12.x - R4.x;
    R3.x = R13.x;
    R3.z = R2.x * 0.006 + R13.z + 0.06;
    ground();
    R11c.z = R12.x - R4.x;
    R11c.y = R2.x * 0.006 + 0.06;
    R11.xyz = normalize(R11c);
    R3.xz = R13.xz;
    R4.xyz = R12.xyz;
    // Rock where it is steep, grass where it is level, sand near the sea
    float R5h = clamp(R11.y * 4.0 - 2.6, 0.0, 1.0);
    vec3 R15b = mix(vec3(0.27, 0.17, 0.13), vec3(0.17, 0.19, 0.06), R5h);
    R15b = mix(R15b, vec3(0.36, 0.24, 0.15), clamp(1.5 - R4.x * 0.9, 0.0, 1.0));
    R15b *= R4.z * 0.9 + 0.35;
    // Blades and stones, which the distance blurs
    float R5i = R2.x * 0.09;
    R15.xyz = R15b * (textureLod(texture0, R3.xz * 0.31, R5i).xxx * 1.5 + 0.3);
    // The road, whose edges are as soft as they are far
    R12.z = 1.0 / (R2.x * 0.0035 + 0.002);
    CC0.w = R12.w = clamp((1.75 - abs(R4.y)) * R12.z, 0.0, 1.0);
    if (CC0.w > 0.0) {
        // White lines beside it and dashes in its middle
        float R5j = clamp(1.9 - abs(abs(R4.y) - 1.32) * 22.0, 0.0, 1.0);
        R5j = max(R5j, clamp(1.8 - abs(R4.y) * 22.0, 0.0, 1.0) * float(fract(R3.z * 0.16) < 0.45));
        float R16 = mix(R4.z * 0.06 + 0.075, 0.62, R5j);
        // Red and white kerbs
        vec3 R17 = vec3(0.62, 0.56, 0.5);
        if (fract(R3.z * 0.5) - 0.5 > 0.0) R17 = vec3(0.55, 0.05, 0.03);
        R15.xyz = mix(R15.xyz, mix(vec3(R16), R17, clamp((abs(R4.y) - 1.5) * R12.z, 0.0, 1.0)), R12.w);
    }
    R5.x = clamp(dot(R11.xyz, program.sun.xyz), 0.0, 1.0);
    vec3 R6d = program.fire.xyz * R5.x * 2.6;
    R5.y = R11.y * 0.5 + 0.5;
    R7.xyz = program.middle.xyz * R5.y;
    R6.xyz = R7.xyz * 1.5 + R6d;
    R8.xyz = R15.xyz * R6.xyz;
}

void surface() {
    // R8 = what is seen of the ground, R4 at R3, in front of R8, the sky
    R3.xyz = R1.xyz * R2.x + R0.xyz;
    ground();
    R12 = R4;
    R13.xyz = R3.xyz;
    R14.xyz = R8.xyz;
    CC0.x = float(R4.x < 0.0);
    if (CC0.x != 0.0) {
        sea();
    } else {
        land();
    }
    // The lamps' light on the ground
    float R6e = 0.0;
    for (int count = 6, A0 = 0; count > 0; --count, ++A0) {
        vec3 R5k = fragment_texcoord[A0 + 1].xyz - R13.xyz;
        float R5l = dot(R5k, R5k);
        R6e += 420.0 / (R5l * R5l + 60.0);
    }
    R6.xyz = R6e * program.lamp.xyz;
    // Haze
    R5.x = exp2(R2.x * -0.0125);
    R8.xyz = mix(R14.xyz, R15.xyz * R6.xyz + R8.xyz, R5.x);
}

void main() {
    fragment_texcoord[0] = TEX0;
    fragment_texcoord[1] = TEX1;
    fragment_texcoord[2] = TEX2;
    fragment_texcoord[3] = TEX3;
    fragment_texcoord[4] = TEX4;
    fragment_texcoord[5] = TEX5;
    fragment_texcoord[6] = TEX6;
    fragment_texcoord[7] = TEX7;
    R0.xyz = fragment_texcoord[7].xyz;
    R1.xyz = normalize(vec3(fragment_texcoord[0].xy, 0.0) + program.lens.xyz);
    // Along the ray until it is below the ground, by steps that grow with the way
    vec3 R2b = vec3(0.7, 0.0, 0.0);
    float R2c = 1.0;
    for (int count_2 = 88; count_2-- > 0;) {
        R3.xyz = R1.xyz * R2b.x + R0.xyz;
        ground();
        R5.x = R3.y - max(R4.x, 0.0);
        if (R5.x - R2b.x * 0.0012 <= 0.0) break;
        R2b.y = R2b.x;
        R2b.z = R5.x;
        R5.x = R5.x * 0.42 + R2b.x * 0.011;
        R2b.x += R5.x;
        // Far away, or above every mountain and rising: the sky
        R2c = float(190.0 > R2b.x);
        if (-R2c == 0.0) break;
    }
    // Between the last point above the ground and the first below it
    R5.y = clamp(R2b.z / (R2b.z - R5.x), 0.0, 1.0);
    R2.x = mix(R2b.y, R2b.x, R5.y);
    R9.xyz = R1.xyz;
    sky();
    R8.xyz = R10.xyz;
    CC0.x = R2c;
    if (CC0.x != 0.0) {
    // Lamps, the farthest first: a post that hides what is behind it, and a halo
        surface();
    }
    for (int count_3 = 6, A0 = 5; count_3 > 0; --count_3, A0 = max(A0 - 1, 0)) {
        vec3 R5m = fragment_texcoord_at(A0 + 1).xyz - R0.xyz;
        float R5n = 1.0 / R5m.z;
        vec2 R6f = fragment_texcoord[0].xy - R5m.xy * R5n * program.lens.z;
        R6f.y += program.lens.y;
        // R6.xy from the lamp on the screen; in metres there
        vec2 R7c = R6f * (0.645 / R5n);
        if (R2.x - R5m.z > 0.0) {
            // The post is 8 cm wide and ends below the lamp
            float R7d = clamp(1.6 - abs(R7c.x) * 14.0, 0.0, 1.0) * float(R7c.y < 0.05);
            R7d *= float(R7c.y > -4.4);
            vec3 R8b = mix(R8.xyz, vec3(0.03, 0.02, 0.035), R7d);
            R8.xyz = program.lamp.xyz * (0.055 / (dot(R7c, R7c) + 0.02)) + R8b;
        }
    }
    // Film
    vec3 R8c = R8.xyz * -1.9;
    color = vec4(clamp(1.0 - vec3(exp2(R8c.x), exp2(R8c.y), exp2(R8c.z)), 0.0, 1.0), 1.0);
}
