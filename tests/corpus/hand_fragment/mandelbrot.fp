!!ARBfp1.0
# four steps, no loop
PARAM zoom = program.local[0];
TEMP c, z, s;
MAD c, fragment.texcoord[0], zoom.z, zoom;
MOV z, c;
# 1
MUL s.xy, z, z;
SUB s.x, s.x, s.y;
MUL s.y, z.x, z.y;
ADD s.y, s.y, s.y;
ADD z.xy, s, c;
# 2
MUL s.xy, z, z;
SUB s.x, s.x, s.y;
MUL s.y, z.x, z.y;
ADD s.y, s.y, s.y;
ADD z.xy, s, c;
# 3
MUL s.xy, z, z;
SUB s.x, s.x, s.y;
MUL s.y, z.x, z.y;
ADD s.y, s.y, s.y;
ADD z.xy, s, c;
DP3 s.x, z.xyzz, z.xyzz;
MUL result.color, s.x, 0.25;
END
