#version 430
// Translated from deep.fp (!!NVfp5.0): fragment shader, fast numerics

in vec4 ATTR0;
layout(std140, binding = 20) uniform FragmentParameters {
    vec4 view;
};
layout(location = 0) out vec4 color;

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program5 2.X.4.1
double nv_double(uvec2 words) {
    bool small = (words.y & 0x7ff00000u) == 0u;
    return packDouble2x32(small ? uvec2(0u, words.y & 0x80000000u) : words);
}

// NV_gpu_program5 2.X.4.1
uvec2 nv_double_words(double a) {
    uvec2 words = unpackDouble2x32(a);
    return (words.y & 0x7ff00000u) == 0u ? uvec2(0u, words.y & 0x80000000u) : words;
}

// NV_gpu_program5 2.X.4.1
float nv_double_code(uvec2 words) {
    uint high = words.y & 0x7fffffffu;
    bool nan = high > 0x7ff00000u || (high == 0x7ff00000u && words.x != 0u);
    if (nan) return uintBitsToFloat(0x7fc00000u);
    return (high | words.x) == 0u ? 0.0 : words.y > 0x7fffffffu ? -1.0 : 1.0;
}

// NV_gpu_program4 2.X.4.3: OF of a - b
int nv_difference_overflow(int a, int b) {
    return ((a ^ b) & (a ^ (a - b))) < 0 ? 1 : 0;
}

void main() {
    uvec4 c_high = uvec4(0);
    uvec4 c = uvec4(0);
    uvec4 z_high = uvec4(0);
    uvec4 z;
    uvec4 d_high = uvec4(0);
    uvec4 d;
    uvec4 p_high = uvec4(0);
    uvec4 p = uvec4(0);
    uvec4 q_high = uvec4(0);
    uvec4 q = uvec4(0);
    vec4 at = vec4(0.0);
    vec4 turn = vec4(0.0);
    vec4 scale = vec4(0.0);
    vec4 slope = vec4(0.0);
    vec4 far = vec4(0.0);
    vec4 tint = vec4(0.0);
    vec4 light = vec4(0.0);
    ivec4 turns_2 = ivec4(0);
    vec4 CC0 = vec4(0.0);
    ivec4 CC0_overflow = ivec4(0);
    color = vec4(0.0);
    // A wheel of spirals in the Mandelbrot set, so small that neighbours are the same point to singles:
    // z becomes z^2 + c in doubles, and with it goes dz/dc, which tells how far the set is and where its slopes face.
    // program.local[0]: height of the picture as a power of two; angle in radians; shift of the colours
    // Where on the plane: the middle of the wheel in doubles, what is around it in singles
    scale.x = exp2(view.x);
    turn.xy = vec2(cos(view.y), sin(view.y));
    at.x = ATTR0.x * turn.x;
    at.x = -ATTR0.y * turn.y + at.x;
    at.y = ATTR0.x * turn.y;
    at.y = ATTR0.y * turn.x + at.y;
    at.xy = at.xy * scale.x;
    {
        double number_x = double(nv_flush(at.x)) + nv_double(uvec2(0x7074564u, 0x3f5aee45u));
        uvec2 wide_x = nv_double_words(number_x);
        double number_y = double(nv_flush(at.y)) + nv_double(uvec2(0xa46130afu, 0xbfea51a7u));
        uvec2 wide_y = nv_double_words(number_y);
        c.x = wide_x.x;
        c_high.x = wide_x.y;
        c.y = wide_y.x;
        c_high.y = wide_y.y;
    }
    {
        double number_x = nv_double(uvec2(0x0u, 0x0u));
        uvec2 wide_x = nv_double_words(number_x);
        double number_y = nv_double(uvec2(0x0u, 0x0u));
        uvec2 wide_y = nv_double_words(number_y);
        double number_z = nv_double(uvec2(0x0u, 0x0u));
        uvec2 wide_z = nv_double_words(number_z);
        double number_w = nv_double(uvec2(0x0u, 0x0u));
        uvec2 wide_w = nv_double_words(number_w);
        z.x = wide_x.x;
        z_high.x = wide_x.y;
        z.y = wide_y.x;
        z_high.y = wide_y.y;
        z.z = wide_z.x;
        z_high.z = wide_z.y;
        z.w = wide_w.x;
        z_high.w = wide_w.y;
    }
    {
        double number_x = nv_double(uvec2(0x0u, 0x0u));
        uvec2 wide_x = nv_double_words(number_x);
        double number_y = nv_double(uvec2(0x0u, 0x0u));
        uvec2 wide_y = nv_double_words(number_y);
        double number_z = nv_double(uvec2(0x0u, 0x0u));
        uvec2 wide_z = nv_double_words(number_z);
        double number_w = nv_double(uvec2(0x0u, 0x0u));
        uvec2 wide_w = nv_double_words(number_w);
        d.x = wide_x.x;
        d_high.x = wide_x.y;
        d.y = wide_y.x;
        d_high.y = wide_y.y;
        d.z = wide_z.x;
        d_high.z = wide_z.y;
        d.w = wide_w.x;
        d_high.w = wide_w.y;
    }
    turns_2.x = 0;
    for (int count = 900; count-- > 0;) {
        {
            double number_x = nv_double(uvec2(z.x, z_high.x)) * nv_double(uvec2(d.x, d_high.x));
            uvec2 wide_x = nv_double_words(number_x);
            double number_y = nv_double(uvec2(z.x, z_high.x)) * nv_double(uvec2(d.y, d_high.y));
            uvec2 wide_y = nv_double_words(number_y);
            double number_z = nv_double(uvec2(z.y, z_high.y)) * nv_double(uvec2(d.x, d_high.x));
            uvec2 wide_z = nv_double_words(number_z);
            double number_w = nv_double(uvec2(z.y, z_high.y)) * nv_double(uvec2(d.y, d_high.y));
            uvec2 wide_w = nv_double_words(number_w);
            p.x = wide_x.x;
            p_high.x = wide_x.y;
            p.y = wide_y.x;
            p_high.y = wide_y.y;
            p.z = wide_z.x;
            p_high.z = wide_z.y;
            p.w = wide_w.x;
            p_high.w = wide_w.y;
        }
        {
            double number_x = nv_double(uvec2(z.x, z_high.x)) * nv_double(uvec2(z.x, z_high.x));
            uvec2 wide_x = nv_double_words(number_x);
            double number_y = nv_double(uvec2(z.y, z_high.y)) * nv_double(uvec2(z.y, z_high.y));
            uvec2 wide_y = nv_double_words(number_y);
            double number_z = nv_double(uvec2(z.x, z_high.x)) * nv_double(uvec2(z.y, z_high.y));
            uvec2 wide_z = nv_double_words(number_z);
            q.x = wide_x.x;
            q_high.x = wide_x.y;
            q.y = wide_y.x;
            q_high.y = wide_y.y;
            q.z = wide_z.x;
            q_high.z = wide_z.y;
        }
        {
            double number_x = nv_double(uvec2(p.x, p_high.x)) - nv_double(uvec2(p.w, p_high.w));
            uvec2 wide_x = nv_double_words(number_x);
            d.x = wide_x.x;
            d_high.x = wide_x.y;
        }
        {
            double number_y = nv_double(uvec2(p.y, p_high.y)) + nv_double(uvec2(p.z, p_high.z));
            uvec2 wide_y = nv_double_words(number_y);
            d.y = wide_y.x;
            d_high.y = wide_y.y;
        }
        {
            double number_x = nv_double(uvec2(d.x, d_high.x)) * nv_double(uvec2(0x0u, 0x40000000u)) + nv_double(uvec2(0x0u, 0x3ff00000u));
            uvec2 wide_x = nv_double_words(number_x);
            double number_y = nv_double(uvec2(d.y, d_high.y)) * nv_double(uvec2(0x0u, 0x40000000u)) + nv_double(uvec2(0x0u, 0x0u));
            uvec2 wide_y = nv_double_words(number_y);
            d.x = wide_x.x;
            d_high.x = wide_x.y;
            d.y = wide_y.x;
            d_high.y = wide_y.y;
        }
        {
            double number_x = nv_double(uvec2(q.x, q_high.x)) - nv_double(uvec2(q.y, q_high.y));
            uvec2 wide_x = nv_double_words(number_x);
            z.x = wide_x.x;
            z_high.x = wide_x.y;
        }
        {
            double number_y = nv_double(uvec2(q.z, q_high.z)) + nv_double(uvec2(q.z, q_high.z));
            uvec2 wide_y = nv_double_words(number_y);
            z.y = wide_y.x;
            z_high.y = wide_y.y;
        }
        {
            double number_x = nv_double(uvec2(z.x, z_high.x)) + nv_double(uvec2(c.x, c_high.x));
            uvec2 wide_x = nv_double_words(number_x);
            double number_y = nv_double(uvec2(z.y, z_high.y)) + nv_double(uvec2(c.y, c_high.y));
            uvec2 wide_y = nv_double_words(number_y);
            z.x = wide_x.x;
            z_high.x = wide_x.y;
            z.y = wide_y.x;
            z_high.y = wide_y.y;
        }
        {
            double number_x = nv_double(uvec2(z.x, z_high.x)) * nv_double(uvec2(z.x, z_high.x));
            uvec2 wide_x = nv_double_words(number_x);
            double number_y = nv_double(uvec2(z.y, z_high.y)) * nv_double(uvec2(z.y, z_high.y));
            uvec2 wide_y = nv_double_words(number_y);
            q.x = wide_x.x;
            q_high.x = wide_x.y;
            q.y = wide_y.x;
            q_high.y = wide_y.y;
        }
        {
            double number_x = nv_double(uvec2(q.x, q_high.x)) + nv_double(uvec2(q.y, q_high.y));
            uvec2 wide_x = nv_double_words(number_x);
            q.x = wide_x.x;
            q_high.x = wide_x.y;
        }
        {
            double number_y = nv_double(uvec2(0x0u, 0x40b00000u)) - nv_double(uvec2(q.x, q_high.x));
            uvec2 wide_y = nv_double_words(number_y);
            q.y = wide_y.x;
            q_high.y = wide_y.y;
            CC0.y = nv_double_code(wide_y);
            CC0_overflow.y = 0;
        }
        if ((CC0.y < 0.0) != (CC0_overflow.y != 0)) {
            break;
        }
        turns_2.x = turns_2.x + 1;
    }
    // z / (dz/dc) in heights of the picture: its length tells the distance, its direction the slope
    {
        double number_x = nv_double(uvec2(d.x, d_high.x)) * double(nv_flush(scale.x));
        uvec2 wide_x = nv_double_words(number_x);
        double number_y = nv_double(uvec2(d.y, d_high.y)) * double(nv_flush(scale.x));
        uvec2 wide_y = nv_double_words(number_y);
        d.x = wide_x.x;
        d_high.x = wide_x.y;
        d.y = wide_y.x;
        d_high.y = wide_y.y;
    }
    {
        double number_x = nv_double(uvec2(z.x, z_high.x));
        uvec2 wide_x = uvec2(floatBitsToUint(nv_flush(float(number_x))), 0u);
        double number_y = nv_double(uvec2(z.y, z_high.y));
        uvec2 wide_y = uvec2(floatBitsToUint(nv_flush(float(number_y))), 0u);
        slope.x = uintBitsToFloat(wide_x.x);
        slope.y = uintBitsToFloat(wide_y.x);
    }
    {
        double number_z = nv_double(uvec2(d.x, d_high.x));
        uvec2 wide_z = uvec2(floatBitsToUint(nv_flush(float(number_z))), 0u);
        double number_w = nv_double(uvec2(d.y, d_high.y));
        uvec2 wide_w = uvec2(floatBitsToUint(nv_flush(float(number_w))), 0u);
        slope.z = uintBitsToFloat(wide_z.x);
        slope.w = uintBitsToFloat(wide_w.x);
    }
    far.x = dot(slope.zw, slope.zw);
    far.x = 1.0 / far.x;
    far.y = dot(slope.xy, slope.zw);
    far.z = slope.y * slope.z;
    far.z = -slope.x * slope.w + far.z;
    slope.xy = far.yz * far.x;
    far.w = dot(slope.xy, slope.xy);
    far.w = max(far.w, 1e-30);
    far.z = inversesqrt(far.w);
    slope.xy = slope.xy * far.z;
    // Turns as if they were no whole numbers
    {
        double number_x = nv_double(uvec2(q.x, q_high.x));
        uvec2 wide_x = uvec2(floatBitsToUint(nv_flush(float(number_x))), 0u);
        far.x = uintBitsToFloat(wide_x.x);
    }
    far.x = log2(far.x);
    far.y = log2(far.x);
    light.w = float(turns_2.x);
    light.w = light.w - far.y;
    // Colours run round a circle, each at a rate and a place of its own
    light.w = light.w * 0.025;
    light.w = light.w + view.z;
    light.w = fract(light.w);
    tint.xyz = light.w * 6.2831855 + vec3(0.0, 0.5654867, 1.3823009);
    light.x = cos(tint.x);
    light.y = cos(tint.y);
    light.z = cos(tint.z);
    tint.xyz = light.xyz * 0.5 + 0.5;
    tint.y = pow(tint.y, 1.15);
    tint.z = pow(tint.z, 1.3);
    // How many pixels it is to the set; threads thinner than that are dark
    light.x = dFdy(ATTR0.y);
    light.y = far.w * far.z;
    light.y = light.y * far.x;
    light.x = 1.0 / abs(light.x);
    light.y = light.y * light.x;
    light.y = clamp(light.y * 0.19, 0.0, 1.0);
    light.y = max(light.y, 1e-6);
    light.x = inversesqrt(light.y);
    light.x = 1.0 / light.x;
    light.x = light.x * 0.88 + 0.12;
    // A lamp at the upper right
    light.z = dot(slope.xy, vec2(0.7071068));
    light.y = clamp(light.z * 0.501 + 0.514, 0.0, 1.0);
    light.y = light.y * 0.85 + 0.3;
    tint.xyz = tint.xyz * light.y;
    tint.xyz = tint.xyz * light.x;
    light.z = max(light.z, 0.001);
    light.z = pow(light.z, 18.0);
    light.z = light.z * 0.35;
    light.z = light.z * light.x;
    tint.xyz = vec3(1.0, 0.92, 0.75) * light.z + tint.xyz;
    // The set itself is night
    {
        int value = turns_2.x - 900;
        CC0_overflow.x = nv_difference_overflow(int(turns_2.x), int(900));
        CC0.x = float(value);
        turns_2.x = value;
    }
    if (CC0.x == 0.0) tint.xyz = vec3(0.008, 0.01, 0.03);
    // Darker towards the corners
    light.xy = ATTR0.xy * ATTR0.xy;
    light.x = dot(light.xy, vec2(0.16, 0.4));
    light.x = 1.0 - light.x;
    color.xyz = tint.xyz * light.x;
    color.w = 1.0;
}
