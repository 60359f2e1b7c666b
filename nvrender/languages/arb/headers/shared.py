"""Words that several headers of the declared-name grammar have."""

from __future__ import annotations

#: What begins the statements of ARB_vertex_program 2.14.2 and ARB_fragment_program 3.11.2.
KEYWORDS = frozenset("ALIAS ATTRIB END OPTION OUTPUT PARAM TEMP".split())
#: The first words of a fragment program's bindings.
FRAGMENT_ROOTS = frozenset({"fragment", "program", "result", "state", "texture"})
#: Options of every fragment program.
FRAGMENT_OPTIONS = frozenset(
    """
    ARB_fog_exp ARB_fog_exp2 ARB_fog_linear ARB_precision_hint_fastest ARB_precision_hint_nicest
    ARB_draw_buffers ATI_draw_buffers ARB_fragment_program_shadow ARB_fragment_coord_origin_upper_left
    ARB_fragment_coord_pixel_center_integer
    """.split()
)
#: Options of which a fragment program has one at most (ARB_fragment_program 3.11.4.5.1 and 3.11.4.5.2).
EXCLUSIVE = (
    frozenset({"ARB_fog_exp", "ARB_fog_exp2", "ARB_fog_linear"}),
    frozenset({"ARB_precision_hint_fastest", "ARB_precision_hint_nicest"}),
)
