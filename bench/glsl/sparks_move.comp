#version 430
// What shaders/sparks_move.cp does, as one would write it: its own structures and buffers.
layout(local_size_x = 64) in;

struct Spark {
    vec4 place;  // and age
    vec4 speed;  // and the length of a life
};
layout(std430, binding = 0) buffer Sparks { Spark sparks[]; };
layout(std430, binding = 1) buffer Counters { uint taken[3]; int given_back; };
layout(std430, binding = 2) buffer Free { uint free_places[]; };
layout(std430, binding = 3) buffer Living { uint count; uint living[]; };
uniform vec4 step_;

void main() {
    uint number = gl_GlobalInvocationID.x;
    Spark spark = sparks[number];
    if (spark.place.w == 0.0) return;
    spark.place.w += step_.x / spark.speed.w;
    if (spark.place.w >= 1.0) {
        sparks[number].place = vec4(0.0);
        free_places[atomicAdd(given_back, 1)] = number;
        return;
    }
    spark.speed.y += step_.x * step_.y;
    spark.speed.xyz *= step_.z;
    spark.place.xyz += spark.speed.xyz * step_.x;
    if (spark.place.y < 0.0) {
        spark.place.y *= -step_.w;
        spark.speed.y *= -step_.w;
        spark.speed.xz *= 0.8;
    }
    sparks[number] = spark;
    living[atomicAdd(count, 1u)] = number;
}
