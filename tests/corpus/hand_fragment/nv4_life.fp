!!NVfp4.0
# Conway's game on a texture of integers
INT TEMP at, sum, cell;
TEMP out;
TRUNC.S at, fragment.position;
MOV.S at.zw, 0;
TXF.S sum.x, at, texture[0], 2D, (-1, -1);
TXF.S cell.x, at, texture[0], 2D, (0, -1);
ADD.S sum.x, sum.x, cell.x;
TXF.S cell.x, at, texture[0], 2D, (1, -1);
ADD.S sum.x, sum.x, cell.x;
TXF.S cell.x, at, texture[0], 2D, (-1, 0);
ADD.S sum.x, sum.x, cell.x;
TXF.S cell.x, at, texture[0], 2D, (1, 0);
ADD.S sum.x, sum.x, cell.x;
TXF.S cell.x, at, texture[0], 2D;
SEQ.S cell.y, sum.x, 3;
SEQ.S cell.z, sum.x, 2;
AND.S cell.z, cell.z, cell.x;
OR.S cell.y, cell.y, cell.z;
AND.S cell.y, cell.y, 1;
I2F.S out, cell.y;
MOV.F result.color, out;
END
