"""Program of the languages that declare names, and of !!FP1.0 → GLSL."""

from __future__ import annotations

import math
from collections.abc import Iterator

from nvrender.glsl import library
from nvrender.glsl.comments import place
from nvrender.glsl.declared.checks import check_translatable, differentiates_after_kills
from nvrender.glsl.declared.constants import Constants
from nvrender.glsl.declared.fixed_point import Ranges
from nvrender.glsl.declared.inference import variable_of
from nvrender.glsl.declared.registers import Location, RegisterTexts, chooses, hidden_zeros, zeros
from nvrender.glsl.declared.reserved import reserved_names
from nvrender.glsl.declared.statements import TypedEmitContext
from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import Variable
from nvrender.glsl.expressions import vector_type
from nvrender.glsl.first_values import seen_first_values
from nvrender.glsl.io import memory_block
from nvrender.glsl.io.compute import compute_interface
from nvrender.glsl.io.declared import TypedInterface, typed_interface
from nvrender.glsl.io.fragment import FragmentInterface, fragment_interface
from nvrender.glsl.io.geometry import EMITTING, GeometryInterface, geometry_interface
from nvrender.glsl.io.image_variables import ImageVariables
from nvrender.glsl.io.input_functions import InputFunctions
from nvrender.glsl.io.interpolation import Interpolations
from nvrender.glsl.io.patch_arrays import ArrayInputs, PatchArrays
from nvrender.glsl.io.patch_inputs import PatchInputs
from nvrender.glsl.io.patch_records import RecordInputs
from nvrender.glsl.io.tessellation import (
    ControlInterface,
    EvaluationInterface,
    PatchInterface,
    patch_interface,
)
from nvrender.glsl.io.vertex_inputs import VertexInputs
from nvrender.glsl.lines import Lines
from nvrender.glsl.memory.buffer_banks import BufferBanks
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.printer.functions import first_lines, function_names, numbers, shown, written_functions
from nvrender.glsl.printer.locals import Locals
from nvrender.glsl.printer.statements import Remarks
from nvrender.glsl.printer.structure import Printer
from nvrender.glsl.requirements import integers_are_words
from nvrender.glsl.targets import Target
from nvrender.glsl.threads.patch_barriers import barriers
from nvrender.glsl.threads.quad_groups import asking, check_groups
from nvrender.glsl.wide.requirements import check_wide
from nvrender.ir.analysis.endings import ends_early
from nvrender.ir.analysis.trip_counts import most_turns
from nvrender.ir.nodes import Role
from nvrender.lower.program import Lowered, lowered
from nvrender.ops.memory_access import Space
from nvrender.program import Instruction, Program, RegisterFile
from nvrender.program.memory import reaching
from nvrender.program.profile import Stage
from nvrender.program.work import allowed_turns, warn_ended

#: Spaces whose invalid accesses have no zeros to find.
_OUTSIDE_SPACES = (Space.SHARED, Space.CONSTANT)


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
        link, bound = options.link, options.link.bound
        self.exact, self.resident = options.exact, bound.resident
        self.lowered = self._lowered()
        self.flow, self.body = self.lowered.flow, self.lowered.shader
        self.storage = Storage(
            program,
            dict(bound.textures or ()),
            link.programs,
            shader=self.body,
            plain=not options.exact,
            bindless=bound.textures is None,
        )
        self.images = ImageVariables(program, dict(bound.images or ()), link.taken)
        self.linked = link.programs or (program,)
        self.watchdog = self._watchdog(program, options.watchdog)
        self.names = Names(reserved_names(program, self.flow, link))
        self.shape = self._interface(options)
        self.indices = numbers(program)
        members = self.storage.all(RegisterFile.PARAMETER)
        starts = frozenset(row.start for row in members)
        self.placement = place(program, shown(self.body, self.indices), starts)
        for row in members:
            row.remark = self.placement.parameters.get(row.start, "")
        self.wrapped = self.shape.has_final_section and ends_early(self.body)
        self.seen = self._seen()
        #: Whether what is written may depend on a condition.
        self.chooses = chooses(self.flow)
        #: Whether registers are variables of the file, not of main.
        self.shared = len(self.body.functions) > 1 or self.wrapped or self._has_inputs

    def _interface(self, options: Options) -> TypedInterface:
        """What the shader of the program's stage reads and writes."""
        program, storage, names, target, kind = (
            self.program, self.storage, self.names, self.target, self.kind
        )  # fmt: skip
        match program.profile.stage:
            case Stage.FRAGMENT:
                delays = differentiates_after_kills(program)
                return fragment_interface(program, storage, names, target, kind, options, delays_kills=delays)
            case Stage.COMPUTE:
                waits = any(block.jump.kind == "wait" for block in self.flow.dispatch)
                return compute_interface(program, storage, names, target, kind, options, waits=waits)
            case Stage.GEOMETRY:
                return geometry_interface(program, storage, names, target, kind, options)
            case Stage.TESSELLATION_CONTROL | Stage.TESSELLATION_EVALUATION:
                made = self._patch_interface()
                return patch_interface(program, storage, names, target, options, made, kind)
            case _:
                storage.name(names)
                return typed_interface(program, storage, names, target, kind, options)

    def _patch_interface(self) -> type[PatchInterface]:
        if self.kind == "patches":
            return PatchArrays
        control = self.program.profile.stage is Stage.TESSELLATION_CONTROL
        return ControlInterface if control else EvaluationInterface

    def _lowered(self) -> Lowered:
        return lowered(self.program)

    def _watchdog(self, program: Program, watchdog: int | None) -> int | None:
        """How many turns the loops may take together, None where they take no more anyway."""
        allowed = allowed_turns(program, watchdog)
        if program.profile.execution_limit or allowed is None:
            return None
        most = most_turns(self.body)
        if allowed < most < math.inf:
            warn_ended(program, allowed)
        return None if most <= allowed else allowed

    def _seen(self) -> set[Location]:
        """The registers whose first value shows: to the program, or at the end to the interface."""
        rows = {
            self.storage.variables.get((RegisterFile.RESULT, row.index)): self._observed_components(row.name)
            for row in self.shape.results
        }
        variables = {var.name: variable_of(self.storage, var) for var in self.body.variables}
        observed = frozenset(
            (name, component)
            for name, variable in variables.items()
            if variable in rows and variable is not None and not self._is_invariant_position(variable)
            for component in rows[variable]
        )
        slots = {name for name, _ in seen_first_values(self.body, observed)}
        codes = {var.binding for var in self.body.variables if var.role is Role.CODE and var.name in slots}
        found = {variables[name] for name in slots}
        return codes | {variable for variable in found if variable is not None and not variable.array}

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
        functions = function_names(self.body, self.names)
        self.context = TypedEmitContext(
            self.program,
            self.exact,
            {},
            self.exact and self.shape.kind in ("compute", "groups", "patches", "pixels"),
            local_names=Locals(self.names.take),
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
            self.context.kill = "killed = true;" if self.shape.delays_kills else "discard;"
            self.context.asking, self.context.counts = asking(self.program), self.shape.counts_fragments
            self.context.interpolations = Interpolations(
                self.program, self.shape.inputs_elsewhere, self.exact, self.names.take
            )
            asleep = ["idle"] if self.shape.counts_fragments else []
            self.context.asleep = " || ".join(asleep + (["killed"] if self.shape.delays_kills else []))
            for name, width in self.shape.helpers:
                self.context.use(name, width)
        chosen = InputFunctions(self.names.take, self.context.index, self._outside)
        if isinstance(self.shape, GeometryInterface):
            self.context.ends_primitive = self.shape.ends_primitive
            self.context.streams = self.shape.several_streams
            inputs = self.program, self.storage, self.shape.input_kinds, self.shape.numbers_given, chosen
            records = self.shape.records
            self.context.inputs = (
                VertexInputs(*inputs) if records is None else RecordInputs(*inputs, records=records)
            )
        if isinstance(self.shape, PatchInterface):
            self.context.inputs = self._patch_inputs(self.shape, chosen)
        return self._written(functions)

    def _written(self, functions: dict[str, str]) -> Lines:
        remarks = Remarks(self.placement, self.indices)
        printer = Printer(self.body, self.context, remarks, functions, self.watchdog)
        return written_functions(
            printer, wrapped=self.wrapped, prologue=self._prologue, closing=self._closing
        )

    def _patch_inputs(self, shape: PatchInterface, chosen: InputFunctions) -> PatchInputs:
        if isinstance(shape, ControlInterface):
            self.context.barriers = barriers(self.program, self.lowered, wrapped=self.wrapped) or {}
        given = self.program, self.storage, shape.input_kinds, shape.prefix, shape.written, chosen
        if isinstance(shape, PatchArrays):
            return ArrayInputs(*given, shape.offsets, shape.vertex_size)
        return PatchInputs(*given)

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
        through = self.context.use("nv_flush", 4) if self.context.flush and self.shape.attributes else ""
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
        for (name, offset, count), (function, variable) in self.context.arrays.items():
            kind, width = f"{variable.kind}vec4", 1 if variable.packed else 4
            hidden = (name, offset, count) in self.context.known and variable.kind != "i"
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
        texts += [text for _, text in self.context.banks.functions.values()]
        if self.context.inputs is not None:
            texts += [text for _, text in self.context.inputs.chosen.functions.values()]
        emits = any(instruction.operation in EMITTING for instruction in self.program.instructions)
        if isinstance(self.shape, GeometryInterface) and emits:
            texts.append(self.shape.emit_function())
        if self.program.position_invariant:
            texts += library.texts(library.POSITION, self.context.family)
        texts += self.context.functions.values()
        texts += library.texts(self.context.helpers, self.context.family, precise=self.exact)
        return [*texts, *self.context.accessors.values()]
