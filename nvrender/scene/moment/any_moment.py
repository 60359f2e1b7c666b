"""A moment of a scene for checks that do not ask what its cameras see."""

from __future__ import annotations

import numpy as np

from nvrender.scene.forms.scene import PICTURE
from nvrender.scene.model import Scene
from nvrender.scene.moment.matrices import Moment, View
from nvrender.scene.moment.memory import buffer_addresses


def any_moment(scene: Scene) -> Moment:
    """A moment at which every camera is a unit matrix: what it sees does not matter here."""
    eye = np.eye(4)
    view = View(0, 0.0, scene.size, eye, eye, (0.0, 0.0, 0.0), eye, (1.0, 2.0))
    names = (PICTURE, *(form.name for form in scene.form.passes))
    sizes = dict.fromkeys(scene.form.targets, scene.size)
    return Moment(dict.fromkeys(names, view), sizes, buffer_addresses(scene.form, scene.size))
