!!NVfp4.0
# Bayer's matrix from the bits of the pixel's place
UINT TEMP p, d;
TEMP t, c;
TRUNC.U p.xy, fragment.position;
XOR.U p.z, p.x, p.y;
AND.U d.x, p.z, 1;
AND.U d.y, p.y, 1;
SHL.U d.x, d.x, 1;
OR.U d.x, d.x, d.y;
I2F.U t.x, d.x;
MAD.F t.x, t.x, 0.25, 0.125;
TEX.F c, fragment.texcoord[0], texture[0], 2D;
SGE.F result.color, c, t.x;
END
