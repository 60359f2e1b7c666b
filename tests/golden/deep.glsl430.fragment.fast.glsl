#version 430
// Translated from deep.fp (!!NVfp5.0): fragment shader, fast numerics
// A wheel of spirals in the Mandelbrot set, so small that neighbours are the same point to singles:
// z becomes z^2 + c in doubles, and with it goes dz/dc, which tells how far the set is and where its slopes face.
// program.local[0]: height of the picture as a power of two; angle in radians; shift of the colours

in vec4 ATTR0;
layout(std140, binding = 20) uniform FragmentParameters {
    vec4 view;
};
layout(location = 0) out vec4 color;

void main() {
    dvec4 c = dvec4(0);
    dvec4 z;
    dvec4 d;
    dvec4 p = dvec4(0);
    dvec4 q = dvec4(0);
    vec4 at = vec4(0.0);
    vec4 turn = vec4(0.0);
    vec4 scale = vec4(0.0);
    vec4 slope = vec4(0.0);
    vec4 far = vec4(0.0);
    vec4 tint = vec4(0.0);
    vec4 light = vec4(0.0);
    ivec4 turns_2 = ivec4(0);
    vec4 CC0 = vec4(0.0);
    color = vec4(0.0);
    // Where on the plane: the middle of the wheel in doubles, what is around it in singles
    scale.x = exp2(view.x);
    turn.xy = vec2(cos(view.y), sin(view.y));
    at.x = ATTR0.x * turn.x;
    at.x = -ATTR0.y * turn.y + at.x;
    at.y = ATTR0.x * turn.y;
    at.y = ATTR0.y * turn.x + at.y;
    at.xy = at.xy * scale.x;
    c.xy = dvec2(at.xy) + dvec2(0.001643721971153lf, -0.822467633298876lf);
    z = dvec4(0.0lf);
    d = dvec4(0.0lf);
    turns_2.x = 0;
    for (int count = 900; count-- > 0;) {
        p = z.xxyy * d.xyxy;
        q.xyz = z.xyx * z.xyy;
        d.x = p.x - p.w;
        d.y = p.y + p.z;
        d.xy = d.xy * dvec2(2.0lf) + dvec2(1.0lf, 0.0lf);
        z.x = q.x - q.y;
        z.y = q.z + q.z;
        z.xy = z.xy + c.xy;
        q.xy = z.xy * z.xy;
        q.x = q.x + q.y;
        {
            double number_y = 4096.0lf - q.x;
            q.y = number_y;
            CC0.y = float(sign(number_y));
        }
        if (CC0.y < 0.0) {
            break;
        }
        turns_2.x = turns_2.x + 1;
    }
    // z / (dz/dc) in heights of the picture: its length tells the distance, its direction the slope
    d.xy = d.xy * dvec2(scale.xx);
    slope.xy = vec2(z.xy);
    slope.zw = vec2(d.xy);
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
    far.x = float(q.x);
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
    turns_2.x = turns_2.x - 900;
    CC0.x = float(turns_2.x);
    if (CC0.x == 0.0) tint.xyz = vec3(0.008, 0.01, 0.03);
    // Darker towards the corners
    light.xy = ATTR0.xy * ATTR0.xy;
    light.x = dot(light.xy, vec2(0.16, 0.4));
    light.x = 1.0 - light.x;
    color.xyz = tint.xyz * light.x;
    color.w = 1.0;
}
