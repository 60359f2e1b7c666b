!!ARBfp1.0
# A glowing tube: white-hot where one looks through most of the gas, coloured towards its edges.
#
#   texcoord[1..2]     position and normal in the world
#   program.local[0]   xyz: the eye
#   program.local[1]   rgb: the gas, a: how bright, above 1 for targets of floats

PARAM eye   = program.local[0];
PARAM gas   = program.local[1];
PARAM ramp  = { 0.72, 0.28, 1.0, 0.0 };

TEMP normal, view, share, color;

DP3 normal.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[2], normal.w;
SUB view, eye, fragment.texcoord[1];
DP3 view.w, view, view;
RSQ view.w, view.w;
MUL view.xyz, view, view.w;
DP3_SAT share.x, normal, view;
MUL share.y, share.x, share.x;
MUL share.y, share.y, share.x;
MUL share.y, share.y, ramp.x;
LRP color.rgb, share.y, ramp.z, gas;
MAD share.x, share.x, ramp.x, ramp.y;
MUL color.rgb, color, share.x;
MUL result.color.rgb, color, gas.a;
MOV result.color.a, 1.0;
END
