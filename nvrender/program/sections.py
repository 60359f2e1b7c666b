"""Where the specifications say what a message cites: the columns."""

from __future__ import annotations

from dataclasses import dataclass, fields

from nvrender.source import Section

#: Subject → the id of the rules that stand in its section.
RULES = {
    "grammar": "syntax",
    "variables": "declaration",
    "attributes": "attribute",
    "parameters": "parameter",
    "temporaries": "temporary",
    "results": "result",
    "operands": "operand",
    "destinations": "destination",
    "addresses": "address-register",
    "aliases": "alias",
    "limits": "limit",
    "arrays": "array",
    "suffixes": "instruction-suffix",
    "options": "option",
    "position_invariant": "position-invariant",
    "flow": "flow",
    "conditions": "condition",
    "texture": "texture-access",
    "buffers": "buffer",
    "types": "data-type",
    "interpolation": "interpolation",
    "directives": "directive",
    "textures": "texture-variable",
    "images": "image",
    "storages": "storage-buffer",
    "shared": "shared-memory",
    "subroutines": "subroutine",
}


@dataclass(frozen=True, slots=True)
class Sections:
    """The section of each subject, for messages."""

    grammar: str
    variables: str
    attributes: str
    parameters: str
    temporaries: str
    results: str
    operands: str
    destinations: str
    addresses: str = ""
    aliases: str = ""
    limits: str = ""
    arrays: str = ""
    suffixes: str = ""
    options: str = ""
    position_invariant: str = ""
    flow: str = "NV_vertex_program2_option 2.14.4"
    conditions: str = "NV_vertex_program2_option 2.14.4.3"
    texture: str = "NV_vertex_program3 2.14.2"
    buffers: str = "NV_gpu_program4 2.X.3.6"
    types: str = "NV_gpu_program4 2.X.3.1"
    interpolation: str = "NV_fragment_program4 2.X.3.1"
    directives: str = "NV_geometry_program4 2.X.7.Y"
    textures: str = "NV_gpu_program5 2.X.3.8"
    images: str = "EXT_shader_image_load_store 2.X.3.X"
    storages: str = "NV_shader_storage_buffer_object 2.X.3.Y"
    shared: str = "NV_compute_program5 2.X.3.Y"
    subroutines: str = "ARB_shader_subroutine 2.X.5"

    def __post_init__(self) -> None:
        for row in fields(self):
            object.__setattr__(self, row.name, Section(getattr(self, row.name), RULES[row.name]))
