!!ARBfp1.0
# A film: luminance and two differences of colour, each in a rectangle of its own
PARAM bias = { -0.0625, -0.5, -0.5, 0 };
PARAM r = { 1.1644, 0.0, 1.5960, 0 };
PARAM g = { 1.1644, -0.3918, -0.8130, 0 };
PARAM b = { 1.1644, 2.0172, 0.0, 0 };
TEMP yuv, rgb;
TEX yuv.x, fragment.texcoord[0], texture[0], RECT;
TEX yuv.y, fragment.texcoord[1], texture[1], RECT;
TEX yuv.z, fragment.texcoord[1], texture[2], RECT;
ADD yuv.xyz, yuv, bias;
DP3 rgb.x, yuv, r;
DP3 rgb.y, yuv, g;
DP3 rgb.z, yuv, b;
MOV rgb.w, fragment.color.w;
MOV_SAT result.color, rgb;
END
