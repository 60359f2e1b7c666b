// What GLSL has had since 1.30, and GLSL ES since 3.00

// GLSL 1.30 8.3, roundEven: halves to the even number
float round_to_even(float a) {
    float whole = floor(a + 0.5);
    return fract(a) == 0.5 && mod(whole, 2.0) != 0.0 ? whole - 1.0 : whole;
}

// GLSL 1.30 8.3, trunc: towards 0
genFType truncated(genFType a) {
    return sign(a) * floor(abs(a));
}

// GLSL 1.30 8.3, isnan
bool is_nan(float a) {
    return a != a;
}

// GLSL 1.30 8.3, mix: b where c holds, else a
float chosen_by(float a, float b, bool c) {
    return c ? b : a;
}

// GLSL 1.30 8.3, max of integers
int greater_of(int a, int b) {
    return a > b ? a : b;
}

// GLSL 1.30 8.3, min of integers
int lesser_of(int a, int b) {
    return a < b ? a : b;
}

// GLSL 1.30 8.3, clamp of integers
int kept_within(int a, int low, int high) {
    return a < low ? low : a > high ? high : a;
}

// GLSL 1.20 5.9, a vector times mat3x4
vec3 three_products(vec4 a, vec4 b, vec4 c, vec4 d) {
    return vec3(dot(a, b), dot(a, c), dot(a, d));
}
