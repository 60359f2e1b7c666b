"""What words are for that no table tells: options, declarations, directives and conditions."""

# ruff: noqa: E501, a row of the tables is a line

from __future__ import annotations


def _rows(table: str) -> dict[str, str]:
    return {
        name.strip(): text.strip() for name, text in (line.split("|") for line in table.splitlines() if line)
    }


OPTIONS = _rows("""
NV_position_invariant        | the fixed function transforms the position, bit for bit as without a program
ARB_position_invariant       | the fixed function transforms the position, bit for bit as without a program
NV_vertex_program2           | branches, subroutines, condition codes and clip distances
NV_vertex_program3           | what NV_vertex_program2 adds, texture lookups, two condition codes, attributes by index
NV_fragment_program          | condition codes, precisions, derivatives, packs
NV_fragment_program2         | what NV_fragment_program adds, branches, loops, subroutines, facing
ARB_fog_exp                  | the GL adds exponential fog to the colour that the program writes
ARB_fog_exp2                 | the GL adds squared exponential fog to the colour that the program writes
ARB_fog_linear               | the GL adds linear fog to the colour that the program writes
ARB_precision_hint_fastest   | less precision is welcome where it is faster; nvrender computes alike
ARB_precision_hint_nicest    | more precision is welcome where it is slower; nvrender computes alike
ARB_draw_buffers             | colours have numbers, result.color[n], for several buffers
ATI_draw_buffers             | colours have numbers, result.color[n], for several buffers
ARB_fragment_program_shadow  | texture targets that compare depths
ARB_fragment_coord_origin_upper_left    | fragment.position counts from the upper left
ARB_fragment_coord_pixel_center_integer | fragment.position is whole at the centres of pixels
NV_explicit_multisample      | fetches of single samples of renderbuffers
NV_texture_multisample       | fetches of single samples of multisample textures
NV_gpu_program5_mem_extended | memory in words of 8 and 16 bits with several components
NV_shader_storage_buffer     | storage buffers: STORAGE variables and their instructions
NV_shader_atomic_float       | atomic operations on floats
NV_bindless_texture          | textures and images by handles of 64 bits
NV_shader_thread_group       | attributes and instructions that tell the threads of a group apart
ARB_shader_image_size        | how large an image is
NV_shader_buffer_load        | memory at GPU addresses; what the header says already
NV_parameter_buffer_object2  | parameter buffers by bytes; what the header says already
NV_gpu_program_fp64          | floats of 64 bits
NV_early_fragment_tests      | depth and stencil are tested before the program runs
ARB_blend_func_extended      | two colours for one buffer, result.color.primary and result.color.secondary
""")
DECLARATIONS = _rows(
    """
OPTION         | asks for an extension of the language, in front of all else
ATTRIB         | names an attribute
PARAM          | names parameters and constants
TEMP           | declares temporary registers
ADDRESS        | declares address registers, which index arrays
OUTPUT         | names a result
ALIAS          | gives a variable one more name
DECLARE        | names a parameter of the program's own, and gives it a value until the application does
DEFINE         | names a constant
BUFFER         | names words of a parameter buffer
BUFFER4        | names vectors of a parameter buffer
CBUFFER        | names a parameter buffer that is read by bytes
STORAGE        | names a storage buffer
SHARED         | names the memory that a work group shares
TEXTURE        | names texture image units
IMAGE          | names image units
SUBROUTINETYPE | names the subroutines that a subroutine variable may choose from
SUBROUTINE     | names a subroutine variable, which the application chooses for
END            | ends the program
FLOAT          | a variable of floats alone
INT            | a variable of signed integers alone
UINT           | a variable of unsigned integers alone
SHORT          | a variable of 16 bits or more a component
LONG           | a variable of 32 bits or more a component, of generation 5 of 64
FLAT           | an attribute that is the provoking vertex's everywhere
CENTROID       | an attribute interpolated where the fragment is covered
NOPERSPECTIVE  | an attribute interpolated linearly in the window
SAMPLE         | an attribute interpolated at each sample
"""
)
DIRECTIVES = _rows("""
PRIMITIVE_IN      | the primitives that the program takes
PRIMITIVE_OUT     | the primitives that the program emits
VERTICES_OUT      | how many vertices the program emits at most, or how many the patch has that it makes
INVOCATIONS       | how often the program runs for each primitive
TESS_MODE         | what patches are cut into
TESS_SPACING      | how edges of patches are divided
TESS_VERTEX_ORDER | which way the vertices of triangles go around
TESS_POINT_MODE   | points instead of triangles or lines
GROUP_SIZE        | how many invocations a work group has, in x, y and z
SHARED_MEMORY     | how many bytes a work group shares
""")
CONDITIONS = _rows("""
EQ  | equal to 0
NE  | not equal to 0, or NaN
LT  | less than 0
GE  | greater than or equal to 0
LE  | less than or equal to 0
GT  | greater than 0
TR  | always
FL  | never
NAN | NaN
LEG | less than, equal to or greater than 0: no NaN
CF  | the carry flag is set
NCF | the carry flag is not set
OF  | the overflow flag is set
NOF | the overflow flag is not set
SF  | the sign flag is set
NSF | the sign flag is not set
AB  | above: carried and not 0
BLE | below or equal: not carried, or 0
""")
