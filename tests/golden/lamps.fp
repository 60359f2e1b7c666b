!!ARBfp1.0
OPTION NV_fragment_program2;
# A lamp that comes closer in three steps; cut where the mask says so.
ATTRIB place = fragment.texcoord[1];
ATTRIB normal = fragment.texcoord[2];
PARAM lamp = program.env[0];
PARAM steps[2] = { program.env[1..2] };
PARAM reach = { 4, 0.0625, 0.1, 1 };
TEMP unit, way, size, light, texel;

TEX texel, fragment.texcoord[0], texture[0], 2D;
SUBC size.x, texel.w, 0.5;
KIL LT.x;
NRM unit.xyz, normal;
MOV light, reach.z;
MOV size.w, 0.0;
REP { 3 };
  MAD way.xyz, steps[1], size.w, lamp;
  SUB way.xyz, way, place;
  ADD size.w, size.w, 1.0;
  DP3 way.w, way, way;
  # Beyond its reach it gives nothing.
  SLTC size.x, way.w, reach.x;
  IF NE.x;
    NRM way.xyz, way;
    DP3_SAT size.y, unit, way;
    MAD light.xyz, size.y, steps[0], light;
  ELSE;
    ADD light.w, light.w, reach.y;
  ENDIF;
ENDREP;
# Seen along the surface it is the mask that shines.
DP2AC size.zw, unit, light.xyxy, -0.25;
X2D way.xy, unit, light.xyxy, reach.zwzw;
MUL light.xyz (GE.z), light, texel;
MOV light.xy (LT.w), |way|;
MOV result.color, light;
END
