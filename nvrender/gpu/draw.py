"""What a Pipeline draws with: meshes, targets to draw them into, memory and images to reach."""

from __future__ import annotations

from nvrender.gpu.context.state_guard import session as session
from nvrender.gpu.context.state_guard import state_guard as state_guard
from nvrender.gpu.pipeline.mesh import Mesh as Mesh
from nvrender.gpu.pipeline.target import Drawable as Drawable
from nvrender.gpu.pipeline.target import Target as Target
from nvrender.gpu.resources.image_object import ImageObject as ImageObject
from nvrender.gpu.resources.memory_buffer import MemoryBuffer as MemoryBuffer
