"""Program of the languages that declare names, and of !!FP1.0 → GLSL."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from nvrender.flow.regions import Flow
from nvrender.glsl.comments import place
from nvrender.glsl.declared import fp1_operations as fp1_ops
from nvrender.glsl.declared.checks import check_translatable, differentiates_after_kills
from nvrender.glsl.declared.constants import Constants
from nvrender.glsl.declared.fp1_ranges import Ranges
from nvrender.glsl.declared.helpers import HELPERS
from nvrender.glsl.declared.initial_values import seen_first_values
from nvrender.glsl.declared.registers import RegisterTexts, chooses, hidden_zeros, zeros
from nvrender.glsl.declared.statements import TypedSpeech
from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import RESULT_NAMES, Variable
from nvrender.glsl.expressions import vector_type
from nvrender.glsl.flow.functions import first_lines, names_of, shown_instructions, written_functions
from nvrender.glsl.flow.lockstep import NAMES as LOCKSTEP_NAMES
from nvrender.glsl.flow.region_facts import ends_early
from nvrender.glsl.flow.regions import Emitter
from nvrender.glsl.flow.trip_counts import most_turns
from nvrender.glsl.helpers import DEFINED
from nvrender.glsl.io import memory_block
from nvrender.glsl.io.compute import NAMES as DIVIDED_NAMES
from nvrender.glsl.io.compute import compute_interface
from nvrender.glsl.io.declared import TypedInterface, typed_interface
from nvrender.glsl.io.fragment import EMITTED, FIXED_NAMES, VARYINGS, FragmentInterface, fragment_interface
from nvrender.glsl.io.geometry import EMITTING, GEOMETRY_NAMES, GeometryInterface, geometry_interface
from nvrender.glsl.io.image_variables import ImageVariables
from nvrender.glsl.io.input_functions import InputFunctions
from nvrender.glsl.io.interpolation import NAMES as INTERPOLATION_NAMES
from nvrender.glsl.io.interpolation import Interpolations, interpolating
from nvrender.glsl.io.memory_block import COUNTED_FAULTS, MEMORY, RESIDENT, SHARED, STORAGES, VECTORS
from nvrender.glsl.io.patch_arrays import NAMES as PATCH_ARRAY_NAMES
from nvrender.glsl.io.patch_arrays import ArrayInputs, PatchArrays
from nvrender.glsl.io.patch_inputs import PatchInputs
from nvrender.glsl.io.patch_records import RecordInputs
from nvrender.glsl.io.sprites import NAMES as SPRITE_NAMES
from nvrender.glsl.io.subroutines import subroutine_array
from nvrender.glsl.io.tessellation import (
    PATCH_NAMES,
    ControlInterface,
    EvaluationInterface,
    PatchInterface,
    patch_interface,
)
from nvrender.glsl.io.vertex import (
    BUFFERS,
    GEOMETRY_INPUT,
    MEMORY_LAYOUT_BLOCK,
    POSITION_FUNCTION,
    buffer_block,
    parameter_block,
)
from nvrender.glsl.io.vertex_inputs import VertexInputs
from nvrender.glsl.lines import Lines
from nvrender.glsl.memory.buffer_banks import BufferBanks
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.requirements import integers_are_words
from nvrender.glsl.shader import flow_of
from nvrender.glsl.targets import Target
from nvrender.glsl.threads.group_barriers import NAMES as BARRIER_NAMES
from nvrender.glsl.threads.patch_barriers import barriers
from nvrender.glsl.threads.quad_groups import NAMES as QUAD_NAMES
from nvrender.glsl.threads.quad_groups import asking, check_groups
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID
from nvrender.glsl.wide.requirements import check_wide, is_wide
from nvrender.glsl.wide.writer import LOCAL_NAMES
from nvrender.ops.memory_access import Space
from nvrender.program import Instruction, Program, RegisterFile
from nvrender.program.memory import reaching
from nvrender.program.profile import Stage
from nvrender.program.work import allowed_turns, warn_ended

#: Names the translation itself declares in any shader.
_OWN_NAMES = frozenset(
    {
        *("vertex", "vertex_count", "attributes", "results", "Attributes", "Results", "program"),
        *("ProgramParameters", "turns", "value", "passed", "index", "zero", "overflow", "carry"),
        *("CC0", "CC1", "CC0_overflow", "CC1_overflow", "CC0_carry", "CC1_carry"),
        *(buffer_block(bank, stage) for bank in range(BUFFERS) for stage in Stage),
        *map(parameter_block, Stage),
        *map(subroutine_array, Stage),
        "chosen",
        *(DEFINED.get(name, name) for name in HELPERS),
        *SPRITE_NAMES,
    }
)
#: Spaces whose invalid accesses have no zeros to find.
_OUTSIDE_SPACES = (Space.SHARED, Space.CONSTANT)
#: Those of shaders that reach memory.
_MEMORY_NAMES = frozenset(
    {
        *("Memory", "MemoryVectors", MEMORY, VECTORS, SHARED, "nowhere", "outside", COUNTED_FAULTS),
        *(MEMORY_LAYOUT_BLOCK, STORAGES, RESIDENT, "nv_resident", "nv_fault"),
        *("found", "found_0", "found_1", "place", "nv_constant"),
        *("idle", "there", "pixel", "fragment", "rest", "word"),
    }
)
_INVARIANT_NAMES = frozenset({"FixedFunction", "mvp", "fixed_function_position"})
_CLIPPING_NAMES = frozenset({"modelview", "clip_plane", "eye_position"})
_FRAGMENT_NAMES = FIXED_NAMES | {"fragments", "killed", EMITTED, "color", "depth", *VARYINGS.values(),
                               "BFC0", "BFC1", *(f"words_{place}" for place in range(9)),
                               GIVEN_PRIMITIVE_ID}  # fmt: skip
_DISPATCH_NAMES = frozenset({"executed", "block", "stack", "saved", "depth"})


class DeclaredTranslator(RegisterTexts):
    """Puts one shader together."""

    def __init__(
        self,
        program: Program,
        target: Target,
        kind: str,
        options: Options,
    ) -> None:
        check_translatable(program, target)
        check_wide(program, target)
        check_groups(program, target, kind)
        self.kind = kind
        self.program = program
        self.target = target
        self.exact, self.resident = options.exact, options.resident
        self.storage = Storage(
            program, options.readings, options.linked, plain=not options.exact, bindless=options.bindless
        )
        self.images = ImageVariables(program, options.images, options.taken)
        self.linked = options.linked or (program,)
        self.flow = self._flow()
        self.watchdog, varyings = self._watchdog(program, options.watchdog), options.varyings
        own = _OWN_NAMES | {RESULT_NAMES[name] for name in program.results} | set(varyings or ())
        own |= {GEOMETRY_INPUT + name for name in varyings or ()} if options.feeds_geometry else frozenset()
        own |= (
            _MEMORY_NAMES
            if any(row.opcode.space is not None for row in program.instructions)
            else frozenset()
        )
        own |= _INVARIANT_NAMES if program.position_invariant else frozenset()
        own |= _CLIPPING_NAMES if options.clip_planes else frozenset()
        own |= LOCAL_NAMES if any(map(is_wide, program.instructions)) else frozenset()
        own |= _DISPATCH_NAMES if self.flow.dispatch or self.flow.counted else frozenset()
        if program.profile.stage is Stage.FRAGMENT:
            own |= {RESULT_NAMES[f"color[{place}]"] for place in range(options.colors)}
            own |= QUAD_NAMES
            own |= INTERPOLATION_NAMES if interpolating(program) or options.weighted else frozenset()
            self.names = Names(own | _FRAGMENT_NAMES | options.taken)
            self.shape: TypedInterface = fragment_interface(
                program,
                self.storage,
                self.names,
                target,
                kind,
                options,
                delays_kills=differentiates_after_kills(program),
            )
        elif program.profile.stage is Stage.COMPUTE:
            waits = any(block.jump.kind == "wait" for block in self.flow.dispatch)
            own |= (BARRIER_NAMES if waits else set()) | (DIVIDED_NAMES if options.divided else set())
            self.names = Names(own)
            self.shape = compute_interface(
                program, self.storage, self.names, target, kind, options, waits=waits
            )
        elif program.profile.stage is Stage.GEOMETRY:
            self.names = Names(own | GEOMETRY_NAMES | options.taken)
            self.shape = geometry_interface(program, self.storage, self.names, target, kind, options)
        elif program.tessellation is not None:
            self.names = Names(own | PATCH_NAMES | PATCH_ARRAY_NAMES | LOCKSTEP_NAMES | options.taken)
            made = self._patch_interface()
            self.shape = patch_interface(program, self.storage, self.names, target, options, made, kind)
        else:
            self.names = Names(own)
            self.storage.name(self.names)
            self.shape = typed_interface(program, self.storage, self.names, target, kind, options)
        self.indices, shown = shown_instructions(program, self.flow)
        members = self.storage.all(RegisterFile.PARAMETER)
        self.placement = place(program, shown, frozenset(row.start for row in members))
        for row in members:
            row.remark = self.placement.parameters.get(row.start, "")
        self.wrapped = self.shape.has_final_section and ends_early(self.flow)
        self.seen = seen_first_values(self.flow, self.storage, self._observed())
        #: Whether what is written may depend on a condition.
        self.chooses = chooses(self.flow)
        #: Whether registers are variables of the file, not of main.
        self.shared = len(self.flow.functions) > 1 or self.wrapped or self._has_inputs

    def _patch_interface(self) -> type[PatchInterface]:
        if self.kind == "patches":
            return PatchArrays
        control = self.program.profile.stage is Stage.TESSELLATION_CONTROL
        return ControlInterface if control else EvaluationInterface

    def _flow(self) -> Flow:
        return flow_of(self.program)

    def _watchdog(self, program: Program, watchdog: int | None) -> int | None:
        """How many turns the loops may take together, None where they take no more anyway."""
        allowed = allowed_turns(program, watchdog)
        if program.profile.execution_limit or allowed is None:
            return None
        most = most_turns(program, self.flow)
        if allowed < most < math.inf:
            warn_ended(program, allowed)
        return None if most <= allowed else allowed

    def _observed(self) -> dict[Variable, frozenset[int]]:
        """The components of each result that the interface reads at the end."""
        observed = {}
        for row in self.shape.results:
            variable = self.storage.variables.get((RegisterFile.RESULT, row.index))
            if variable is not None and not variable.array and not self._is_invariant_position(variable):
                observed[variable] = self._observed_components(row.name)
        return observed

    def _observed_components(self, name: str) -> frozenset[int]:
        if name == "depth" and self.shape.kind == "fragment":
            return frozenset({2})
        few = name == "PSIZ" or (name.startswith("CLP") and not self.shape.is_output(name))
        whole = self.shape.kind != "vertex" or not few
        return frozenset(range(4 if whole else 1))

    def _linked_instructions(self) -> Iterator[Instruction]:
        for program in self.linked:
            yield from program.instructions

    def lines(self) -> Lines:
        """The whole shader."""
        body = self._bodies()
        lines = first_lines(
            self.program,
            self.target,
            self.shape.kind,
            self.placement,
            exact=self.exact,
            bindless=self.storage.named is not None,
        )
        if reaching(self.program) is not None:
            lines.add("")
            rows, all_rows = self.program.instructions, self._linked_instructions()
            for text in memory_block.declarations(
                rows, all_rows, self.resident, counts_faults=self.shape.counts_faults
            ):
                lines.add(text)
        if any(row.opcode.space in _OUTSIDE_SPACES for row in self.program.instructions):
            lines.add(memory_block.OUTSIDE)
        images = self.images.declarations()
        for text in ("", *images) if images else ():
            lines.add(text)
        for text in ("", *self.shape.declarations("precise " if self.exact else "")):
            lines.add(text)
        variables = self._global_variables()
        for text in ("", *variables) if variables else ():
            lines.add(text)
        for text in self._functions():
            lines.add("")
            lines.add(text)
        lines.extend(body)
        return lines

    def _bodies(self) -> Lines:
        """Every function, main last; what they need is known afterwards."""
        flow = self.flow
        functions, flags = names_of(flow, self.names)
        self.speech = TypedSpeech(
            self.program.profile.family,
            self.exact,
            {},
            self.exact and self.shape.kind in ("compute", "groups", "patches", "pixels"),
            storage=self.storage,
            take_name=self.names.take,
            images=self.images,
            banks=BufferBanks(self.storage, self.names.take, self._outside),
            constants=Constants(self.program, self.storage),
            ranges=Ranges(self.program, exact=self.exact),
            integer_words=integers_are_words(self.target),
            resident=self.resident,
            counts_faults=self.shape.counts_faults,
        )
        if isinstance(self.shape, FragmentInterface):
            self.speech.kill = "killed = true;" if self.shape.delays_kills else "discard;"
            self.speech.asking, self.speech.counts = asking(self.program), self.shape.counts_fragments
            self.speech.interpolations = Interpolations(
                self.program, self.shape.inputs_elsewhere, self.exact, self.names.take
            )
            asleep = ["idle"] if self.shape.counts_fragments else []
            self.speech.asleep = " || ".join(asleep + (["killed"] if self.shape.delays_kills else []))
            for name, width in self.shape.helpers:
                self.speech.use(name, width)
        chosen = InputFunctions(self.names.take, self.speech.index, self._outside)
        if isinstance(self.shape, GeometryInterface):
            self.speech.ends_primitive = self.shape.ends_primitive
            self.speech.streams = self.shape.several_streams
            inputs = self.program, self.storage, self.shape.input_kinds, self.shape.numbers_given, chosen
            records = self.shape.records
            self.speech.inputs = (
                VertexInputs(*inputs) if records is None else RecordInputs(*inputs, records=records)
            )
        if isinstance(self.shape, PatchInterface):
            self.speech.inputs = self._patch_inputs(self.shape, chosen)
        limit = self.program.profile.execution_limit or 0
        emitter = self._emitter(
            self.speech, flow, self.placement, self.indices, functions, flags, limit, self.watchdog
        )
        return written_functions(
            emitter, wrapped=self.wrapped, prologue=self._prologue, closing=self._closing
        )

    def _patch_inputs(self, shape: PatchInterface, chosen: InputFunctions) -> PatchInputs:
        if isinstance(shape, ControlInterface):
            self.speech.barriers = barriers(self.program, self.flow, wrapped=self.wrapped) or {}
        given = self.program, self.storage, shape.input_kinds, shape.prefix, shape.written, chosen
        if isinstance(shape, PatchArrays):
            return ArrayInputs(*given, shape.offsets, shape.vertex_size)
        return PatchInputs(*given)

    def _emitter(self, *arguments: Any) -> Emitter:
        return Emitter(*arguments)

    @property
    def tells_ends(self) -> bool:
        """True if the shader tells of threads that did not end (nvrender.glsl.threads.lockstep_ends)."""
        return False

    def _closing(self) -> list[str]:
        """What main does behind the program's last instruction."""
        return self.shape.closing()

    def _prologue(self) -> list[str]:
        """What main does before the program's first instruction."""
        lines = self.shape.opening()
        through = self.speech.use("nv_flush", 4) if self.speech.flush and self.shape.attributes else ""
        lines += [] if self._shares_zero() else self._hidden_zero()
        for target, value in self.shape.fetches(through):
            variable = next((v for v in self._attribute_words() if v.name == target), None)
            single = variable is not None or (self.shape.loads_position and target == self.shape.inputs[0])
            kind = variable.kind if variable is not None else ""
            lines.append(
                f"{target} = {value};" if self.shared or not single else f"{kind}vec4 {target} = {value};"
            )
        lines += [] if self.shared else self._registers(arrays=False)
        for row in self.shape.results:
            variable = self.storage.variables.get((RegisterFile.RESULT, row.index))
            if self.shape.begins(row) and variable in self.seen:
                assert variable is not None
                lines.append(f"{row.name} = {self._first(variable, self.shape.result_kind(row))};")
        return lines

    def _attribute_variables(self) -> list[Variable]:
        """The attributes that are variables, not inputs."""
        return [
            variable
            for variable in self.storage.all(RegisterFile.ATTRIBUTE)
            if not variable.array
            and (
                self.shape.kind == "compute"
                or variable.start not in self.shape.inputs
                or variable.high is not None
            )
        ]

    def _attribute_words(self) -> list[Variable]:
        """The same with the high words of those of 64 bits."""
        found = self._attribute_variables()
        return found + [variable.high for variable in found if variable.high is not None]

    def _global_variables(self) -> list[str]:
        """Arrays, which functions read, and everything where there are functions."""
        lines = self._hidden_zero() if self._shares_zero() else []
        if self.shared:
            names = [f"{variable.kind}vec4 {variable.name};" for variable in self._attribute_words()]
            lines += names
            if self.shape.loads_position:
                lines.append(f"vec4 {self.shape.inputs[0]};")
        lines += self._registers(arrays=True)
        return lines + (self._registers(arrays=False) if self.shared else [])

    def _functions(self) -> list[str]:
        """The arrays' accessors, and the helpers that were called."""
        texts = []
        for (name, offset, count), (function, variable) in self.speech.arrays.items():
            kind, width = f"{variable.kind}vec4", 1 if variable.packed else 4
            hidden = (name, offset, count) in self.speech.known and variable.kind != "i"
            nought = (hidden_zeros if hidden else zeros)(variable.kind, width)
            # Read inside the array whatever the index: a driver keeps the choice after it free of branches.
            index = f"min(uint(index), {count - 1}u)"
            place = f"{index} + {offset}u" if offset else index
            element = f"{name}[{place}]"
            if variable.packed:
                kind = vector_type(1, variable.kind)
                place = f"({place})" if offset else place
                element = f"{name}[{place} >> 2][{place} & 3u]"
            texts.append(
                f"{kind} {function}(int index) {{\n"
                f"    {kind} value = {element};\n"
                f"    return uint(index) < {count}u ? value : {nought};\n}}"
            )
        texts += [text for _, text in self.speech.banks.functions.values()]
        if self.speech.inputs is not None:
            texts += [text for _, text in self.speech.inputs.chosen.functions.values()]
        emits = any(instruction.operation in EMITTING for instruction in self.program.instructions)
        if isinstance(self.shape, GeometryInterface) and emits:
            texts.append(self.shape.emit_function())
        if self.program.position_invariant:
            texts.append(POSITION_FUNCTION.replace("NV_position_invariant", "Position invariant", 1))
        texts += self.speech.functions.values()
        for name, width in self.speech.helpers:
            helper = HELPERS[name]
            text = helper.text(width) if self.exact else helper.text(width).replace("precise ", "")
            section = fp1_ops.cited(name) if self.program.profile.family == "fp1" else helper.section
            texts.append(f"// {section}\n{text}")
        return [*texts, *self.speech.accessors.values()]
