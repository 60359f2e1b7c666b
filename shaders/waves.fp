!!NVfp4.0
# One step of an excitable medium, Gerhardt and Schuster's hodgepodge machine. A cell is healthy (0), more or less
# infected, or ill (as sick as can be); the ill recover at once, the infected sicken towards the mean of those around
# them, and the healthy are infected by their neighbours. From noise come spiral waves, as in the Belousov-Zhabotinsky
# reaction. The dish has no edge: what leaves on the right comes back on the left.
#
#   texture[0]         the dish before the step, a cell a texel, red = state / 255
#   program.local[0]   integers: x: the state of the ill, y: how many neighbours infect, z: how fast cells sicken,
#                      w: cells along a side - 1, a power of two - 1

ATTRIB place = fragment.position;
PARAM rules = program.local[0];

INT TEMP home, cell, own, seen, dish;
FLOAT TEMP texel;

TRUNC.S home, place;
MOV.S home.zw, 0;
MOV.S dish, 0;                          # x: infected, y: ill, z: the sum of all nine states

MOV.S cell, home;
CAL look;
MOV.S own.x, seen.x;                  # the cell's own
MOV.S dish.xy, 0;

ADD.S cell, home, {  1,  0, 0, 0 };
CAL look;
ADD.S cell, home, {  1,  1, 0, 0 };
CAL look;
ADD.S cell, home, {  0,  1, 0, 0 };
CAL look;
ADD.S cell, home, { -1,  1, 0, 0 };
CAL look;
ADD.S cell, home, { -1,  0, 0, 0 };
CAL look;
ADD.S cell, home, { -1, -1, 0, 0 };
CAL look;
ADD.S cell, home, {  0, -1, 0, 0 };
CAL look;
ADD.S cell, home, {  1, -1, 0, 0 };
CAL look;

# What the infected become: the mean, and sicker by z
ADD.S own.y, dish.x, dish.y;
ADD.S own.y, own.y, 1;
DIV.S own.y, dish.z, own.y;
ADD.S own.y, own.y, rules.z;

# What the healthy become
DIV.S dish.xy, dish, rules.y;
ADD.S own.z, dish.x, dish.y;

MOV.S.CC own.w, own.x;
MOV.S own.y (EQ.w), own.z;
MIN.S own.y, own.y, rules.x;
SUB.S.CC own.w, own.x, rules.x;
MOV.S own.y (GE.w), 0;                # the ill recover

I2F.S texel.x, own.y;
MUL result.color, texel.x, 0.0039215689;
RET;

# seen.x = the state of a cell; counts it
look:
AND.S cell.xy, cell, rules.w;
TXF texel, cell, texture[0], 2D;
MAD texel.x, texel.x, 255.0, 0.5;
TRUNC.S seen.x, texel.x;
ADD.S dish.z, dish.z, seen.x;
SUB.S.CC seen.y, seen.x, rules.x;
ADD.S dish.y (GE.y), dish.y, 1;
RET (GE.y);
MOV.S.CC seen.y, seen.x;
ADD.S dish.x (NE.y), dish.x, 1;
RET;
END
