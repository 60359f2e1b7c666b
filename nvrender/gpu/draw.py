"""What a Pipeline draws with: meshes, targets to draw them into, memory and images to reach."""

from __future__ import annotations

from nvrender.gpu.hold import held as held
from nvrender.gpu.image_object import ImageObject as ImageObject
from nvrender.gpu.memory_buffer import MemoryBuffer as MemoryBuffer
from nvrender.gpu.mesh import Mesh as Mesh
from nvrender.gpu.target import Drawable as Drawable
from nvrender.gpu.target import Target as Target
