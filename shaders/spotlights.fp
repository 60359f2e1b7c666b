!!ARBfp1.0
OPTION NV_fragment_program2;
# Several lights in one loop: texcoord[1] and those after it are directions to the lights, with the
# distance in w. The loop's index chooses among them; a light too far away is passed over.
#   program.local[0]  number of lights, 1, 1
#   program.local[1]  1 / reach in y
#   program.local[2]  colour of the lights

PARAM lights = program.local[0];
PARAM reach  = program.local[1];
PARAM glow   = program.local[2];

TEMP normal, sum, light, near;

NRMH normal.xyz, fragment.texcoord[0];
MOV  sum, { 0.05, 0.05, 0.08, 1.0 };

LOOP lights;
  MOV light, fragment.texcoord[A0.x];
  MADC_SAT near.x, -light.w, reach.y, 1.0;
  IF GT.x;
    CAL shade;
  ENDIF;
ENDLOOP;

MOVC normal.w, fragment.facing.x;
MUL  sum.rgb (LT.w), sum, 0.25;      # the inside is darker
MOV_SAT result.color, sum;
RET;

shade:
NRM light.xyz, light;
DP3C_SAT light.w, normal, light;
RET (EQ.w);
MUL light.w, light.w, near.x;
MAD sum.rgb, glow, light.w, sum;
RET;
END
