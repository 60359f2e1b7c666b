"""A scene as a page: what WebGL 2 draws for each of its frames."""
