"""A row of the op table: an operation, whatever language has it and whatever its mnemonic is there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

#: (operand, its components) pairs that one component of a result, or all of it, is computed from.
Reads = tuple[tuple[int, tuple[int, ...]], ...]


class Form(Enum):
    """How an operation's operands and its result are laid out."""

    #: Each component of the result from the same component of every operand.
    COMPONENTWISE = "componentwise"
    #: One value from the components it reads, the same in every component of the result.
    REPLICATED = "replicated"
    #: Each component of the result from the components it reads: an operation composed of others.
    COMPOSED = "composed"
    #: COMPONENTWISE, how far the fragments of a quad lie apart.
    DERIVATIVE = "derivative"
    #: COMPONENTWISE, with the value of another fragment of a quad.
    QUAD = "quad"
    #: COMPONENTWISE, with values of other threads of a group.
    VOTE = "vote"
    #: An attribute elsewhere in its pixel.
    INTERPOLATION = "interpolation"
    #: Texels, and what is known of textures.
    TEXTURE = "texture"
    #: Loads, stores and atomic operations, of memory and of images.
    MEMORY = "memory"
    #: Another instruction is next, or none; no value.
    FLOW = "flow"
    #: Ends fragments.
    KILL = "kill"
    #: Waits for other threads, or orders what they do to memory.
    BARRIER = "barrier"

    #: Members are single objects; Enum's own hash is that of a name.
    __hash__ = object.__hash__


class Flow(Enum):
    """What an operation does to the program counter, by its name."""

    BRANCH = "branch"
    CALL = "call"
    #: A call of the subroutine a parameter chooses (ARB_shader_subroutine).
    CALL_INDIRECT = "call_chosen"
    RETURN = "return"
    IF = "if"
    ELSE = "else"
    ENDIF = "endif"
    REPEAT = "repeat"
    END_REPEAT = "endrepeat"
    #: A repetition that counts an address register too (NV_fragment_program2 3.11.X.8).
    LOOP = "loop"
    END_LOOP = "endloop"
    BREAK = "break"
    CONTINUE = "continue"


class Lookup(Enum):
    """How an operation accesses its texture (NV_gpu_program4 2.X.4.4)."""

    SAMPLE = "sample"
    #: Sampling that needs the operand's w for a bias, a level or a projection.
    SAMPLE_WITH_W = "sample with w"
    FETCH = "fetch"
    #: Fetching one sample of a renderbuffer (NV_explicit_multisample).
    FETCH_SAMPLE = "fetch a sample"
    QUERY = "query"
    #: One component of four texels (NV_gpu_program5 2.X.8, TXG), each with an offset of its own (TXGO).
    GATHER = "gather"
    GATHER_OFFSETS = "gather with offsets"


#: What asks the threads of a group for values, and what reads those of other threads in any way.
GROUPED = frozenset({Form.QUAD, Form.VOTE})
NEIGHBOURS = GROUPED | {Form.DERIVATIVE}
#: What computes each component of the result from that of the operands.
BY_COMPONENT = NEIGHBOURS | {Form.COMPONENTWISE, Form.INTERPOLATION}


class Addition(Enum):
    """What the last addition of an operation adds, which sets OF and CF (NV_gpu_program4 2.X.4.3)."""

    PLAIN = "a + b"
    NEGATED = "a + -b"
    OF_PRODUCT = "a * b + c"
    OF_DISTANCE = "|a - b| + c"


@dataclass(frozen=True, slots=True)
class Operation:
    """One row.

    ``name`` begins with f, i or u where floats, signed or unsigned integers are computed, and has no such
    letter where words of any type are.
    """

    name: str
    form: Form
    #: One where ``form`` is REPLICATED, one for each component of the result where it is COMPOSED, and where
    #: it is INTERPOLATION what it takes besides the attribute.
    reads: tuple[Reads, ...] = ()
    #: The last of the integers that it adds.
    addition: Addition | None = None
    #: Signed and unsigned integers give the same words.
    signless: bool = False
    #: It puts several values into one word, or takes them from one.
    packs: bool = False
    unpacks: bool = False
    #: More of some of FLOW, and of all of TEXTURE.
    flow: Flow | None = None
    lookup: Lookup | None = None
    #: The level of detail is that of the coordinates' derivatives.
    implicit_detail: bool = False
    #: Of the contents of memory and images.
    reads_memory: bool = False
    writes_memory: bool = False
    #: A call of GLSL's function of the operands a, b and c, and the name of NumPy's, where one function is
    #: the operation in both numerics; what others compute is written apart.
    glsl: str = ""
    numpy: str = ""

    @property
    def call(self) -> tuple[str, int]:
        """GLSL's function, and how many operands it takes."""
        function, _, operands = self.glsl.partition("(")
        return function, operands.count(",") + 1

    def components_read(self, number: int) -> tuple[int, ...]:
        """The components of operand ``number`` that some component of the result is computed from."""
        pairs = (pair for reads in self.reads for pair in reads)
        return tuple(sorted({place for operand, places in pairs if operand == number for place in places}))
