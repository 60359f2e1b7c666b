"""What each operation makes of balls: a rule a row of the op table."""
