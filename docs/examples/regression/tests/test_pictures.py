"""What the scenes look like."""

import numpy as np
import pytest


def test_pot(nvrender_image, frame):
    nvrender_image.check("scenes/pot.toml", size=(160, 90), frame=frame)


def test_stripes(nvrender_image):
    nvrender_image.check("shaders/stripes.fp", size=(64, 64))


def test_palette(nvrender_image):
    """A picture of the project's own making looks the same wherever it is made."""
    ramp = np.linspace(0, 255, 64).astype(np.uint8)
    blue = np.full((64, 64), 96, np.uint8)
    nvrender_image.check(np.stack([*np.meshgrid(ramp, ramp), blue], axis=2))


@pytest.mark.nvrender_oracle(share=0.3)
def test_pot_as_specified(nvrender_image):
    """The GPU draws what the reference draws, with no stored picture."""
    nvrender_image.check("scenes/pot.toml", size=(96, 54))
