"""The verb that runs a program over arrays: on the oracle, on the GPU, or by the driver's own assembler."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nvrender.memory import VECTOR_BYTES, check_memory, memory_for
from nvrender.program import Program, check_stage
from nvrender.program.limits import WATCHDOG_TURNS, check_watchdog
from nvrender.program.profile import Stage
from nvrender.program.subroutines import with_subroutines
from nvrender.program.thread_numbers import with_thread_numbers
from nvrender.source import InputError

if TYPE_CHECKING:
    import moderngl

    from nvrender.gl.inputs.arrays import AttributeSource
    from nvrender.gl.inputs.global_memory import Memory, Stores
    from nvrender.gl.inputs.results import Float32Array, Results
    from nvrender.gl.patches import Patch
    from nvrender.gl.state.state import State
    from nvrender.gl.textures.images import Image
    from nvrender.gl.textures.texture import Texture
    from nvrender.oracle.memory.spaces import Spaces

BACKENDS = ("oracle", "gpu", "native")
NUMERICS = ("exact", "fast")
#: Stages that run beside vertex programs.
_TESSELLATION = (Stage.TESSELLATION_CONTROL, Stage.TESSELLATION_EVALUATION)
_RUN = (Stage.FRAGMENT, Stage.GEOMETRY, Stage.COMPUTE, *_TESSELLATION)

#: Called with (vertices done, vertices in all).
Progress = Callable[[int, int], object]


def run(
    program: Program | str | bytes | os.PathLike[str],
    attributes: Mapping[Any, Any] | None = None,
    parameters: Any = None,
    *,
    backend: str = "oracle",
    state: State | None = None,
    numerics: str = "exact",
    count: int | None = None,
    context: moderngl.Context | None = None,
    results: Iterable[str] | None = None,
    progress: Progress | None = None,
    watchdog: int | None = WATCHDOG_TURNS,
    textures: Mapping[int, Texture] | None = None,
    mode: str | None = None,
    memory: Memory | None = None,
    storage: Mapping[int, Any] | None = None,
    images: Mapping[int, Image] | None = None,
    groups: int | Sequence[int] | None = None,
    subroutines: Mapping[str, str] | None = None,
    patch: Patch | None = None,
) -> Results:
    """Run ``program`` once per vertex or fragment; result name → (N, 4) float32.

    ``program`` is a Program, a path or program text. ``attributes`` maps numbers or mnemonics to
    (N,), (N, 1…4) arrays or single vectors, ``parameters`` is a (k, 4) array or a mapping from index
    to vector, for ARB and NV4 programs from names such as ``program.local[0]`` and ``state.matrix.mvp``
    (docs/program.md), and everywhere from the names of uniforms in Cg metadata;
    ``state`` gives current attributes, tracked matrices and, for position-invariant
    programs, the matrices of HPOS. ``count`` is needed only where no array tells how many vertices there are
    (1 if nothing does).

    Of fragments 4k…4k+3 are a 2×2 quad, (0, 0), (1, 0), (0, 1), (1, 1) in x and y. A fragment program yields
    ``color[n]`` and ``depth`` (its z), where it writes them, and ``killed``, (N,) bool; killed fragments'
    results are 0. ``fragment.position`` is given in window coordinates from the lower left, pixel centers at
    .5, whatever the program's options; ``state.window_height`` says where the upper left is.

    A vertex state program runs once per row of attribute 0, in order, each on the parameters the
    one before left; it yields ``c``, all parameters after the last.

    A geometry program takes the attributes of vertices, which ``mode`` assembles into primitives
    ("TRIANGLE_STRIP", "LINES_ADJACENCY", …; None: each input primitive by itself), and yields the vertices it
    emits: ``emitted`` tells how they make primitives (docs/program.md). Of PATCHES it takes what an
    evaluation program takes, ``patch.vertices`` vertices each.

    ``memory`` are the buffers a program reaches by GPU address, ``storage`` maps bindings to those it reaches
    as ``program.storage[n]``, ``images`` maps image units to what it reaches as ``image[n]``. They stay as
    they are; what a run leaves is in ``memory``, ``storage``, ``images`` and ``faults`` of its results
    (docs/memory.md, docs/images.md).

    A compute program runs in ``groups`` work groups, a number or up to three for x, y and z (None: one); it
    takes neither attributes nor a count and yields no arrays.

    A tessellation control program takes patches of ``patch.vertices`` vertices each and yields the vertices
    of output patches, and of each patch ``patch.tessouter[n]``, ``patch.tessinner[n]`` and
    ``patch.attrib[n]``, (P, 4). A tessellation evaluation program takes what these are in attributes
    (``primitive.tessouter[n]``, …) and runs in every patch at the coordinates ``vertex.tesscoord``, or,
    without them, for the vertices the primitive generator makes of the levels, ``patch``'s where none are
    given.

    ``backend`` is "oracle" (CPU, the reference) or "gpu" (``context``, or one of its own; ``numerics``
    "exact" or "fast" applies there) or "native" (the driver runs the program text itself, where it knows the
    language; needs ``nvrender[native]``). ``watchdog`` is how many turns all loops of a vertex take together
    where the language sets no limit, None for any number, on oracle and GPU. ``textures`` maps image units,
    and handles from 2^32 on, to textures; a unit without one, or with an incomplete one, reads (0, 0, 0, 1),
    a handle zeros. ``subroutines`` maps
    subroutine variables, ``shade`` or ``shade[2]``, to the labels that CALI calls; the others call what has
    the lowest number. ``results`` names the
    results wanted, all if None. Raises ProgramError, InputError, and on GPU and driver ContextError and
    TargetError.
    """
    if backend not in BACKENDS:
        raise InputError(f"unknown backend {backend!r}; there are {', '.join(BACKENDS)}")
    if numerics not in NUMERICS:
        raise InputError(f"unknown numerics {numerics!r}; there are {', '.join(NUMERICS)}")
    check_watchdog(watchdog)
    program = with_thread_numbers(with_subroutines(_program(program), subroutines))
    check_stage(program, (Stage.FRAGMENT,) if backend == "native" else _RUN)
    from nvrender.gl.patches import takes_patches
    from nvrender.gl.state.state import State
    from nvrender.gl.textures.units import texture_units

    if state is None:
        state = State()
    elif not isinstance(state, State):
        raise InputError(f"state must be a nvrender.State, not {type(state).__name__}")
    geometry = program.profile.stage is Stage.GEOMETRY
    if mode is not None and not geometry:
        raise InputError(f"mode is for geometry programs; {program.source.name} is none")
    if patch is not None and not takes_patches(program):
        raise InputError(
            f"patch is for tessellation programs and geometry programs of PATCHES; {program.source.name} is "
            f"none"
        )
    request = _Request(
        program, attributes, parameters, state, count, backend, context, numerics,
        wanted_results(program, results), progress, watchdog, texture_units(program, textures),
        _stores(program, memory, storage, images, backend),
    )  # fmt: skip
    if groups is not None and program.profile.stage is not Stage.COMPUTE:
        raise InputError(f"groups is for compute programs; {program.source.name} is none")
    with memory_for(f"this run of {program.source.name}", "run it in parts, or ask for fewer results="):
        if program.profile.stage is Stage.COMPUTE:
            return _run_groups(request, groups)
        if takes_patches(program):
            return _run_patches(request, patch, mode)
        return _run_primitives(request, mode) if geometry else _run_lanes(request)


@dataclass(frozen=True)
class _Request:
    """The arguments of ``run``, checked as far as they need no others."""

    program: Program
    attributes: Mapping[Any, Any] | None
    parameters: Any
    state: State
    count: int | None
    backend: str
    context: moderngl.Context | None
    numerics: str
    results: tuple[str, ...]
    progress: Progress | None
    watchdog: int | None
    textures: Mapping[int, Texture]
    stores: Stores

    @property
    def of_gpu(self) -> dict[str, Any]:
        """What all back ends on the GPU take by name."""
        return {
            "context": self.context, "numerics": self.numerics, "results": self.results,
            "progress": self.progress, "watchdog": self.watchdog, "textures": self.textures,
        }  # fmt: skip


@dataclass(frozen=True)
class _Lanes:
    """The inputs of ``total`` vertices or fragments, as back ends take them."""

    sources: Mapping[int, AttributeSource]
    parameters: Float32Array
    buffers: Mapping[int, Any]
    total: int


def _run_lanes(request: _Request) -> Results:
    """A vertex, vertex state or fragment program."""
    from nvrender.gl.inputs.vertices import attribute_sources, buffer_arrays, parameter_array

    program, state, wanted = request.program, request.state, request.results
    sources, total = attribute_sources(program, request.attributes, state, request.count)
    rows = parameter_array(program, request.parameters, state)
    lanes = _Lanes(sources, rows, buffer_arrays(program, request.parameters), total)
    if program.profile.stage in (Stage.VERTEX, Stage.FRAGMENT):
        whole = request.backend == "oracle" and request.progress is None
        _check_memory(total, len(wanted), len(sources) if whole else 0)
    if request.backend == "oracle":
        return _run_oracle(request, lanes)
    if request.backend == "native":
        from nvrender.gpu import native

        return native.execute(
            program, sources, rows, total,
            state=state, results=wanted, progress=request.progress, textures=request.textures,
        )  # fmt: skip
    if program.profile.stage is Stage.FRAGMENT:
        from nvrender.gpu.arrays import fragments

        return fragments.execute(
            program, sources, rows, total,
            state=state, buffers=lanes.buffers, stores=request.stores, **request.of_gpu,
        )  # fmt: skip
    from nvrender.gpu.arrays.batch import execute

    return execute(
        program, sources, rows, total,
        state=state, buffers=lanes.buffers, stores=request.stores, **request.of_gpu,
    )  # fmt: skip


def _run_groups(request: _Request, groups: Any) -> Results:
    """A compute program (NV_compute_program5)."""
    from nvrender.gl.inputs.global_memory import with_left
    from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
    from nvrender.gl.inputs.work_groups import work_groups

    program = request.program
    if request.attributes or request.count is not None:
        raise InputError(
            f"{program.source.name} is a compute program, which takes neither attributes nor a count"
        )
    counts = work_groups(groups)
    rows = parameter_array(program, request.parameters, request.state)
    buffers = buffer_arrays(program, request.parameters)
    given: dict[str, Any] = {
        "buffers": buffers,
        "textures": request.textures,
        "watchdog": request.watchdog,
        "progress": request.progress,
    }
    if request.backend == "gpu":
        from nvrender.gpu.arrays import work_groups as on_gpu

        given |= {"context": request.context, "numerics": request.numerics}
        return on_gpu.execute(program, rows, counts, request.stores, **given)
    from nvrender.oracle.memory import work_groups as on_oracle

    spaces = _spaces(request, buffers)
    return with_left(on_oracle.execute(program, rows, counts, spaces, **given), spaces.left())


def _run_primitives(request: _Request, mode: str | None) -> Results:
    """A geometry program over the primitives its vertices make (NV_geometry_program4 2.14.6)."""
    from nvrender.gl.inputs.geometry import geometry_inputs
    from nvrender.gl.inputs.global_memory import with_left
    from nvrender.gl.inputs.primitives import check_mode
    from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array

    program = request.program
    sources, assembly, total = geometry_inputs(program, request.attributes, mode, request.count)
    assert program.geometry is not None
    primitives = len(assembly.vertices)
    _check_memory(primitives * program.geometry.limit * program.geometry.invocations, len(request.results))
    rows = parameter_array(program, request.parameters, request.state)
    buffers = buffer_arrays(program, request.parameters)
    if request.backend == "gpu":
        from nvrender.gpu.arrays import geometry

        mode = check_mode(program.geometry.input, mode)
        return geometry.execute(
            program,
            sources,
            rows,
            assembly,
            mode,
            total,
            buffers=buffers,
            stores=request.stores,
            **request.of_gpu,
        )
    from nvrender.oracle.geometry.runs import execute

    spaces = _spaces(request, buffers)
    arrays = {index: source.rows(0, len(source.array)) for index, source in sources.items()}
    outcome = execute(
        program, arrays, rows, assembly,
        buffers=buffers, textures=request.textures, watchdog=request.watchdog, spaces=spaces,
    )  # fmt: skip
    if request.progress is not None:
        request.progress(primitives, primitives)
    return with_left(outcome.only(request.results), spaces.left())


def _run_patches(request: _Request, patch: Patch | None, mode: str | None) -> Results:
    """A tessellation program over patches, or a geometry program that takes them.

    NV_tessellation_program5 2.X.5, NV_gpu_program5 2.14.6.1.
    """
    from nvrender.gl.inputs.global_memory import with_left
    from nvrender.gl.inputs.patch_runs import patch_run
    from nvrender.gl.inputs.primitives import check_mode
    from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array

    program = request.program
    if program.geometry is not None:
        check_mode(program.geometry.input, mode)
    run = patch_run(program, request.attributes, patch, request.count)
    _check_memory(run.lanes(program), len(request.results))
    rows = parameter_array(program, request.parameters, request.state)
    buffers = buffer_arrays(program, request.parameters)
    if request.backend == "gpu" and program.geometry is not None:
        from nvrender.gpu.arrays.geometry_patches import execute as on_geometry

        return on_geometry(program, run, rows, buffers=buffers, stores=request.stores, **request.of_gpu)
    from nvrender.oracle.patches.runs import execute, places_of

    if request.backend == "gpu":
        from nvrender.gpu.arrays import patch_runs as on_gpu

        places = places_of(program, run)
        return on_gpu.execute(program, run, places, rows, request.stores, buffers=buffers, **request.of_gpu)
    from nvrender.oracle.patches.programs import Surroundings

    spaces = _spaces(request, buffers)
    given = Surroundings(rows, buffers, request.textures, request.watchdog, spaces)
    return with_left(execute(program, run, given, request.results), spaces.left())


def wanted_results(program: Program, results: Iterable[str] | None) -> tuple[str, ...]:
    """The results to return, in table order; InputError if the program yields one not."""
    from nvrender.gl.inputs.results import chosen

    yields = program.results
    if program.profile.stage is Stage.VERTEX_STATE:
        yields = ("c",)
    elif program.profile.stage is Stage.FRAGMENT:
        yields = (*yields, "killed")
    return chosen(results, yields)


def _program(program: Any) -> Program:
    if isinstance(program, Program):
        return program
    if not isinstance(program, (str, bytes, os.PathLike)):
        raise InputError(
            f"program must be a nvrender.Program, a path or program text, not {type(program).__name__}"
        )
    from nvrender.languages.load import load

    return load(Path(program) if isinstance(program, os.PathLike) else program)


def _stores(program: Program, memory: Any, storage: Any, images: Any, backend: str) -> Stores:
    from nvrender.gl.inputs.global_memory import stores_given

    if backend == "native" and any(given is not None for given in (memory, storage, images)):
        raise InputError("the back end native takes no memory, storage and images; take oracle or gpu")
    return stores_given(program, memory, storage, images)


def _check_memory(total: int, results: int, attributes: int = 0) -> None:
    """Refuse what cannot fit before anything is allocated; ``attributes`` are all converted at once."""
    check_memory(
        total * (max(results, 1) + attributes) * VECTOR_BYTES,
        f"{total} vertices with {results} results",
        "ask for fewer results=, or run the vertices in parts",
    )


def _run_oracle(request: _Request, lanes: _Lanes) -> Results:
    from nvrender.gl.inputs.global_memory import with_left
    from nvrender.oracle.machine.array_runs import run_in_parts

    spaces = _spaces(request, lanes.buffers)
    extra = {
        "buffers": lanes.buffers,
        "watchdog": request.watchdog,
        "textures": request.textures,
        "spaces": spaces,
    }
    found = run_in_parts(
        request.program, lanes.sources, lanes.parameters, lanes.total,
        state=request.state, results=request.results, progress=request.progress, extra=extra,
    )  # fmt: skip
    return with_left(found, spaces.left())


def _spaces(request: _Request, buffers: Mapping[int, Any]) -> Spaces:
    """The memory of one run on the oracle."""
    from nvrender.oracle.memory.spaces import Spaces

    compute = request.program.compute
    return Spaces(request.stores, buffers, (compute and compute.shared) or 0)
