"""What a Pipeline draws with: meshes, and targets to draw them into."""

from __future__ import annotations

from nvrender.gpu.hold import held as held
from nvrender.gpu.mesh import Mesh as Mesh
from nvrender.gpu.target import Drawable as Drawable
from nvrender.gpu.target import Target as Target
