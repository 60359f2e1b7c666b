"""A page in which programs are checked, translated and drawn, nvrender itself running in it."""
