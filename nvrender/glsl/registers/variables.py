"""The GLSL variables that registers and condition codes live in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from nvrender.glsl.cg_names import NamedRegisters
from nvrender.glsl.expressions import vector_type
from nvrender.ir.analysis.uses import FLAGS
from nvrender.languages.vp.bindings import VP2_RESULTS
from nvrender.program import COMPONENTS, RegisterFile
from nvrender.records import record

#: Result → the name its GLSL variable has; the fixed-function stages link to these.
RESULT_NAMES = {
    "position": "HPOS",
    "color.front.primary": "COL0",
    "color.front.secondary": "COL1",
    "color.back.primary": "BFC0",
    "color.back.secondary": "BFC1",
    "fogcoord": "FOGC",
    "pointsize": "PSIZ",
    "id": "result_id",
    "primid": "primid",
    "layer": "layer",
    **{f"texcoord[{unit}]": f"TEX{unit}" for unit in range(8)},
    **{f"clip[{plane}]": f"CLP{plane}" for plane in range(8)},
    **{f"attrib[{number}]": f"ATTR{number}" for number in range(16)},
    **{f"patch.tessouter[{number}]": f"tessouter_{number}" for number in range(4)},
    **{f"patch.tessinner[{number}]": f"tessinner_{number}" for number in range(2)},
    **{f"patch.attrib[{number}]": f"patch_attrib_{number}" for number in range(32)},
    "color[0]": "color",
    **{f"color[{number}]": f"color_{number}" for number in range(1, 8)},
    "color[0].secondary": "second_color",
    **{f"color[{number}].secondary": f"second_color_{number}" for number in range(1, 8)},
    "samplemask": "samplemask",
    "depth": "depth",
    **dict.fromkeys(("COLR", "COLH"), "color"),
    "DEPR": "depth",
    **{name: name for name in VP2_RESULTS},
}

#: The uniform block of a program's parameters, and the member of a buffer's, as statements name them: stages
#: that are linked may not have blocks without instance names and members of one name (GLSL 4.60 4.3.9).
PARAMETERS = "program"
VECTORS = "vectors"
#: The block of program.env where it is an array.
ENVIRONMENT = "env"
#: The kind of a variable that is a dvec4.
DOUBLE = "d"


@dataclass(eq=False)
class Variable:
    """``count`` registers of ``file`` from ``start`` as one GLSL variable, an array if ``array``.

    ``relative``: some operand or destination chooses among them at run time. ``used_as_float``: some
    instruction reads or writes them as floats, more than moves them. ``moved``: some may pass them on
    as they are; ``passed``: what lies there may have come so. ``uniform`` is what Cg metadata calls them,
    ``places`` what it calls some of an array's elements; ``remark`` is the comment at a parameter's
    declaration. ``packed``: an element is one word, four lie in each vector of the array. A LONG
    variable holds the low words, ``high`` the high ones. ``matrix`` is GLSL's type where the registers are
    the columns of a matrix, or if ``row_major`` its rows. ``block`` is the uniform block it is a member of,
    as statements name it; a buffer is one itself, and has its member there. It is "" where there are none.
    """

    file: RegisterFile
    start: int
    count: int
    array: bool
    relative: bool = False
    name: str = ""
    kind: str = ""
    used_as_float: bool = False
    moved: bool = False
    passed: bool = False
    uniform: NamedRegisters | None = None
    remark: str = ""
    places: dict[int, str] = field(default_factory=dict)
    packed: bool = False
    #: Whether it is a variable of GLSL's own, which results leave by.
    leaves: bool = False
    high: Variable | None = None
    matrix: str = ""
    row_major: bool = False
    #: What is read of each register where GLSL itself has it (nvrender.glsl.io.built_ins).
    elements: tuple[str, ...] = ()
    #: How many components each register has.
    width: int = 4
    #: Where each thread has its own in an array: the array, which ``name`` is an element of.
    threads: str = ""
    block: str = ""
    #: One of several for an array at whose indices parameters lie (nvrender.glsl.registers.indexed).
    indexed: bool = False

    @property
    def text(self) -> str:
        """The whole of it as statements name it."""
        if self.file is RegisterFile.BUFFER and self.block:
            return f"{self.name}.{self.block}"
        return f"{self.block}.{self.name}" if self.block else self.name

    @property
    def vectors(self) -> int:
        """How many vectors it takes."""
        return -(-self.count // 4) if self.packed else self.count

    def at(self, index: int) -> str:
        """The register with this number."""
        if self.packed:
            return f"{self.text}[{index // 4}].{COMPONENTS[index % 4]}"
        place = index - self.start
        if self.elements:
            return self.elements[place]
        return f"{self.text}[{self.places.get(place, place)}]" if self.array else self.text

    def of_thread(self, thread: str, version: str = "") -> Variable:
        """That of the thread with this number, or what keeps it as it was."""
        index = f"[{thread}]" if self.threads else ""
        return replace(self, name=f"{self.threads or self.name}{version}{index}")

    @property
    def declaration(self) -> str:
        """Its type and name."""
        if self.matrix:
            return f"{'layout(row_major) ' if self.row_major else ''}{self.matrix} {self.name}"
        kind = vector_type(self.width, self.kind)
        return f"{kind} {self.name}{f'[{self.vectors}]' if self.array else ''}"


@record
class Element:
    """A register, or one that something chooses, in GLSL's variable.

    ``number`` is its own, or that of the first of ``count`` from which ``index`` counts; ``vertex`` is the
    number of the vertex whose it is. Of several buffers ``bank`` chooses one of ``banks``, their binding
    points. ``inside``: the index is always one of the ``count``.
    """

    variable: Variable
    number: int
    count: int = 0
    index: str = ""
    vertex: int | str | None = None
    banks: tuple[int, ...] = ()
    bank: str = ""
    inside: bool = False

    @property
    def numbers(self) -> range:
        """The registers it may be."""
        return range(self.number, self.number + max(self.count, 1))

    def within(self, variable: Variable) -> str:
        """The element itself, of its variable or of one that is laid out alike."""
        if not self.index:
            return variable.at(self.number)
        start = self.number - variable.start
        return f"{variable.text}[{f'{start} + {self.index}' if start else self.index}]"


@dataclass
class Code:
    """A condition code register: the value that set it, and the flags that tests read."""

    stem: str
    kind: str = ""
    overflow: bool = False
    carry: bool = False
    #: Which of an array it is, ``[thread]``.
    index: str = field(default="", kw_only=True)

    @property
    def name(self) -> str:
        return f"{self.stem}{self.index}"

    def flag(self, kind: str) -> str:
        """What a flag is called: ``CC0_carry``, of each thread ``CC0_carry[thread]``."""
        return f"{self.stem}_{kind}{self.index}"

    @property
    def flags(self) -> list[str]:
        """What those are called that there are."""
        return [self.flag(kind) for kind in FLAGS if getattr(self, kind)]
