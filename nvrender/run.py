"""The verb that runs a program over arrays: on oracle, GPU or processor, or by the driver's own assembler."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nvrender.memory import VECTOR_BYTES, check_memory, memory_for
from nvrender.numerics import check_numerics
from nvrender.program import Program, check_stage
from nvrender.program.declared import geometry_of
from nvrender.program.limits import WATCHDOG_TURNS, check_watchdog
from nvrender.program.profile import Stage
from nvrender.program.subroutines import with_subroutines
from nvrender.source import InputError

if TYPE_CHECKING:
    import moderngl

    from nvrender.gl.inputs.global_memory import Memory, Stores
    from nvrender.gl.inputs.request import Progress, Request
    from nvrender.gl.inputs.results import Results
    from nvrender.gl.patches import Patch
    from nvrender.gl.state.state import State
    from nvrender.gl.textures.images import Image
    from nvrender.gl.textures.texture import Texture

# NumPy and all that needs it is imported when something runs: ``from nvrender import run`` costs nothing.

BACKENDS = ("oracle", "gpu", "llvm", "native")
#: Stages that run beside vertex programs.
_TESSELLATION = (Stage.TESSELLATION_CONTROL, Stage.TESSELLATION_EVALUATION)
_RUN = (Stage.FRAGMENT, Stage.GEOMETRY, Stage.COMPUTE, *_TESSELLATION)


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
    as_buffers: bool = False,
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

    ``backend`` is "oracle" (CPU, the reference) or "gpu" (``context``, or one of its own), "llvm" (code
    compiled for the CPU; needs ``nvrender[llvm]``, docs/llvm.md; ``numerics`` "exact" or "fast" applies to
    both) or "native" (the driver runs the program text itself, where it knows the
    language; needs ``nvrender[native]``). ``watchdog`` is how many turns all loops of a vertex take together
    where the language sets no limit, None for any number, on oracle and GPU. ``textures`` maps image units,
    and handles from 2^32 on, to textures; a unit without one, or with an incomplete one, reads (0, 0, 0, 1),
    a handle zeros. ``subroutines`` maps
    subroutine variables, ``shade`` or ``shade[2]``, to the labels that CALI calls; the others call what has
    the lowest number. ``results`` names the
    results wanted, all if None. With ``as_buffers`` those of a vertex program on the GPU stay there, each a
    BufferArray (``nvrender.gpu.arrays.buffers``), which the next run takes as an attribute. Raises
    ProgramError, InputError, and on GPU and driver ContextError and TargetError.
    """
    if backend not in BACKENDS:
        raise InputError(f"unknown backend {backend!r}; there are {', '.join(BACKENDS)}")
    check_numerics(numerics)
    check_watchdog(watchdog)
    loaded = with_subroutines(_program(program), subroutines)
    _check_backend(loaded, backend, as_buffers=as_buffers)
    from nvrender.gl.inputs.request import Request, results_of
    from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
    from nvrender.gl.patches import takes_patches
    from nvrender.gl.state.kinds import check_kinds
    from nvrender.gl.state.state import State
    from nvrender.gl.textures.units import texture_units

    if state is None:
        state = State()
    else:
        check_kinds(state)
    if progress is not None and not callable(progress):
        raise InputError(f"progress is a function of how many are done and of how many, not {progress!r}")
    domain = _Domain(attributes, count, mode, groups, patch)
    domain.check(loaded)
    wanted = results_of(loaded, results)
    units = texture_units(loaded, textures)
    stores = _stores(loaded, memory, storage, images, backend)
    with memory_for(f"this run of {loaded.source.name}", "run it in parts, or ask for fewer results="):
        request = Request(
            loaded, parameter_array(loaded, parameters, state), wanted, buffer_arrays(loaded, parameters),
            units, stores, state, watchdog, numerics, context, progress,
        )  # fmt: skip
        if loaded.profile.stage is Stage.COMPUTE:
            return _run_groups(request, domain, backend)
        if takes_patches(loaded):
            return _run_patches(request, domain, backend)
        if as_buffers:
            return _run_in_buffers(request, domain)
        return (_run_lanes if loaded.geometry is None else _run_primitives)(request, domain, backend)


@dataclass(frozen=True, slots=True)
class _Domain:
    """The arguments of ``run`` that say what it is over."""

    attributes: Mapping[Any, Any] | None
    count: int | None
    mode: str | None
    groups: Any
    patch: Patch | None

    def check(self, program: Program) -> None:
        """InputError for what a program of this stage does not take."""
        from nvrender.gl.patches import takes_patches

        name, stage = program.source.name, program.profile.stage
        if self.mode is not None and stage is not Stage.GEOMETRY:
            raise InputError(f"mode is for geometry programs; {name} is none")
        if self.patch is not None and not takes_patches(program):
            raise InputError(
                f"patch is for tessellation programs and geometry programs of PATCHES; {name} is none"
            )
        if stage is not Stage.COMPUTE:
            if self.groups is not None:
                raise InputError(f"groups is for compute programs; {name} is none")
        elif self.attributes or self.count is not None:
            raise InputError(f"{name} is a compute program, which takes neither attributes nor a count")


def _run_lanes(request: Request, domain: _Domain, backend: str) -> Results:
    """A vertex, vertex state or fragment program."""
    from nvrender.gl.inputs.vertices import attribute_sources

    program = request.program
    sources, total = attribute_sources(program, domain.attributes, request.state, domain.count)
    if program.profile.stage in (Stage.VERTEX, Stage.FRAGMENT):
        whole = backend == "oracle" and request.progress is None
        _check_memory(total, len(request.results), len(sources) if whole else 0)
    if backend == "oracle":
        from nvrender.oracle.machine.vertices import run_in_parts

        return run_in_parts(request, sources, total)
    if backend == "native":
        from nvrender.gpu import native

        return native.execute(request, sources, total)
    if backend == "llvm":
        from nvrender.llvm import fragments as compiled_fragments
        from nvrender.llvm import vertices as compiled_vertices

        if program.profile.stage is Stage.FRAGMENT:
            return compiled_fragments.execute(request, sources, total)
        return compiled_vertices.execute(request, sources, total)
    from nvrender.gpu.arrays import fragments, vertices

    if program.profile.stage is Stage.FRAGMENT:
        return fragments.execute(request, sources, total)
    return vertices.execute(request, sources, total)


def _check_backend(program: Program, backend: str, *, as_buffers: bool) -> None:
    """InputError for what a back end does not run, or is not there for."""
    if as_buffers:
        _check_in_buffers(program, backend)
    check_stage(program, (Stage.FRAGMENT,) if backend == "native" else _RUN)
    if backend == "llvm":
        from nvrender.llvm.available import check_available

        check_available(program)


def _check_in_buffers(program: Program, backend: str) -> None:
    """InputError for what leaves no results in buffers."""
    from nvrender.program.memory import reaching_outside

    stage = program.profile.stage
    if backend != "gpu" or stage is not Stage.VERTEX or reaching_outside(program) is not None:
        raise InputError(
            f"as_buffers is for vertex programs that reach no memory, on the back end gpu; this is "
            f"{program.source.name}, a {stage.value} program, on {backend}"
        )


def _run_in_buffers(request: Request, domain: _Domain) -> Results:
    """A vertex program whose results stay on the GPU, as some of its attributes may be."""
    from nvrender.gl.inputs.vertices import attribute_sources
    from nvrender.gpu.arrays.buffers import execute, stand_ins

    attributes, given = stand_ins(domain.attributes)
    sources, total = attribute_sources(request.program, attributes, request.state, domain.count)
    return execute(request, sources, total, given)


def _run_groups(request: Request, domain: _Domain, backend: str) -> Results:
    """A compute program (NV_compute_program5)."""
    from nvrender.gl.inputs.work_groups import work_groups

    counts = work_groups(domain.groups)
    if backend == "gpu":
        from nvrender.gpu.arrays import work_groups as gpu_groups

        return gpu_groups.execute(request, counts)
    if backend == "llvm":
        from nvrender.llvm import compute

        return compute.execute(request, counts)
    from nvrender.gl.inputs.global_memory import with_left
    from nvrender.oracle.machine.resources import Resources
    from nvrender.oracle.memory.work_groups import execute

    resources = Resources.of(request)
    outcome = execute(request.program, counts, resources, request.progress)
    return with_left(outcome, resources.reached.left())


def _run_primitives(request: Request, domain: _Domain, backend: str) -> Results:
    """A geometry program over the primitives its vertices make (NV_geometry_program4 2.14.6)."""
    from nvrender.gl.inputs.geometry import geometry_inputs
    from nvrender.gl.inputs.primitives import check_mode

    program = request.program
    sources, assembly, total = geometry_inputs(program, domain.attributes, domain.mode, domain.count)
    primitives, geometry = len(assembly.vertices), geometry_of(program)
    _check_memory(primitives * geometry.limit * geometry.invocations, len(request.results))
    if backend == "gpu":
        from nvrender.gpu.arrays.geometry import primitives as gpu_primitives

        mode = check_mode(geometry.input, domain.mode)
        return gpu_primitives.execute(request, sources, assembly, mode, total)
    arrays = {index: source.rows(0, len(source.array)) for index, source in sources.items()}
    if backend == "llvm":
        from nvrender.llvm import geometry as compiled_geometry

        return compiled_geometry.execute(request, arrays, assembly)
    from nvrender.gl.inputs.global_memory import with_left
    from nvrender.oracle.geometry.runs import execute
    from nvrender.oracle.machine.resources import Resources

    resources = Resources.of(request)
    outcome = execute(program, arrays, assembly, resources)
    request.tell(primitives, primitives)
    return with_left(outcome.only(request.results), resources.reached.left())


def _run_patches(request: Request, domain: _Domain, backend: str) -> Results:
    """A tessellation program over patches, or a geometry program that takes them.

    NV_tessellation_program5 2.X.5, NV_gpu_program5 2.14.6.1.
    """
    from nvrender.gl.inputs.patch_runs import patch_run
    from nvrender.gl.inputs.primitives import check_mode
    from nvrender.oracle.patches.runs import execute, places_of

    program = request.program
    if program.geometry is not None:
        check_mode(program.geometry.input, domain.mode)
    run = patch_run(program, domain.attributes, domain.patch, domain.count)
    _check_memory(run.lanes(program), len(request.results))
    if backend == "gpu":
        from nvrender.gpu.arrays import patches
        from nvrender.gpu.arrays.geometry.primitives import execute_patches

        if program.geometry is not None:
            return execute_patches(request, run)
        return patches.execute(request, run, places_of(program, run))
    from nvrender.gl.inputs.global_memory import with_left
    from nvrender.oracle.machine.resources import Resources

    resources = Resources.of(request)
    outcome = execute(program, run, resources, request.results)
    return with_left(outcome, resources.reached.left())


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
