!!NVfp4.0
# Which of nine neighbouring points is nearest
FLAT ATTRIB seed = fragment.attrib[0];
TEMP p, q, d, best;
FLOAT TEMP i, j;
FRC.F p.xy, fragment.texcoord[0];
MOV.F best.x, 9;
MOV.F j.x, -1;
REP.S 3;
  MOV.F i.x, -1;
  REP.S 3;
    MOV.F q.x, i.x;
    MOV.F q.y, j.x;
    MAD.F q.zw, q.xyxy, 12.9898, seed.xyxy;
    FRC.F q.zw, q;
    ADD.F q.xy, q, q.zwzw;
    SUB.F d.xy, q, p;
    MUL.F d.xy, d, d;
    ADD.F d.x, d.x, d.y;
    MIN.F best.x, best.x, d.x;
    ADD.F i.x, i.x, 1;
  ENDREP;
  ADD.F j.x, j.x, 1;
ENDREP;
MOV.F result.color, best.x;
END
