"""The GL 1.x state around programs: frozen, hashable values with GL's defaults."""

from __future__ import annotations

from nvrender.gl.state.fragments import COMPARISONS as COMPARISONS
from nvrender.gl.state.fragments import FOG_MODES as FOG_MODES
from nvrender.gl.state.fragments import TEXTURE_TARGETS as TEXTURE_TARGETS
from nvrender.gl.state.fragments import AlphaTest as AlphaTest
from nvrender.gl.state.fragments import Blend as Blend
from nvrender.gl.state.fragments import Combine as Combine
from nvrender.gl.state.fragments import Depth as Depth
from nvrender.gl.state.fragments import Fog as Fog
from nvrender.gl.state.fragments import PolygonOffset as PolygonOffset
from nvrender.gl.state.fragments import Stencil as Stencil
from nvrender.gl.state.fragments import TextureUnit as TextureUnit
from nvrender.gl.state.lighting import FIRST_LIGHT as FIRST_LIGHT
from nvrender.gl.state.lighting import ColorMaterial as ColorMaterial
from nvrender.gl.state.lighting import Light as Light
from nvrender.gl.state.lighting import LightModel as LightModel
from nvrender.gl.state.lighting import Material as Material
from nvrender.gl.state.lighting import TextureGeneration as TextureGeneration
from nvrender.gl.state.lighting import Vector3 as Vector3
from nvrender.gl.state.lighting import Vector4 as Vector4
from nvrender.gl.state.matrices import Matrix as Matrix
from nvrender.gl.state.state import ALL_SAMPLES as ALL_SAMPLES
from nvrender.gl.state.state import CLIP_PLANES as CLIP_PLANES
from nvrender.gl.state.state import FURTHEST_VIEWPORT as FURTHEST_VIEWPORT
from nvrender.gl.state.state import IDENTITY as IDENTITY
from nvrender.gl.state.state import LIGHTS as LIGHTS
from nvrender.gl.state.state import MOST_VIEWPORT as MOST_VIEWPORT
from nvrender.gl.state.state import TEXTURE_UNITS as TEXTURE_UNITS
from nvrender.gl.state.state import TRACKING_MATRICES as TRACKING_MATRICES
from nvrender.gl.state.state import TRACKING_TRANSFORMS as TRACKING_TRANSFORMS
from nvrender.gl.state.state import Box as Box
from nvrender.gl.state.state import Point as Point
from nvrender.gl.state.state import State as State
from nvrender.gl.state.state import Tracking as Tracking
