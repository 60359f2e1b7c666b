!!NVfp5.0
# How many bits the coverage of a cell has
UINT TEMP bits;
TEMP c;
TRUNC.U bits.x, fragment.texcoord[0].x;
BTC.U bits.x, bits.x;
BTFM.U bits.y, bits.x;
I2F.U c, bits.x;
MUL.F result.color, c, 0.03125;
END
