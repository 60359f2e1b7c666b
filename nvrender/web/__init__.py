"""Pages for browsers: scenes that animate in WebGL 2, and a playground in which nvrender itself runs."""
