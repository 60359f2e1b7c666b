"""Frames without OpenGL, fast: the oracle's pipeline with programs and rasterisation compiled by ``llvm``."""
