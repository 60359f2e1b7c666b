!!ARBfp1.0
# Two colours in turn along the first texture coordinate.
PARAM count = { 6.0, 0.0, 0.0, 0.0 };
PARAM light = { 0.92, 0.86, 0.70, 1.0 };
PARAM dark = { 0.20, 0.32, 0.45, 1.0 };
TEMP place;
MUL place.x, fragment.texcoord[0].x, count.x;
FRC place.x, place.x;
ADD place.x, place.x, -0.5;
CMP result.color, place.x, dark, light;
END
