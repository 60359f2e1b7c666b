!!ARBfp1.0
MOV result.color, program.env[0];
END
