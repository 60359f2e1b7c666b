"""The processor that code is made for: lanes a vector, denormals, how modules become functions."""

from __future__ import annotations

import hashlib
import itertools
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as binding
from llvmlite import ir
from llvmlite.ir.values import FunctionAttributes

from nvrender.cache import cache as users_cache
from nvrender.llvm.types import I32, POINTER

#: Bits 15 and 6 of MXCSR: denormal results and operands are zeros (Intel 64 manual, volume 1, 10.2.3).
_FLUSH = 0x8040
_DENORMALS = '"denormal-fp-math"="preserve-sign,preserve-sign"'
_X86 = ("x86_64", "amd64", "i386", "i686")


class _Attributes(FunctionAttributes):  # type: ignore[misc]
    """A function's attributes, with those that llvmlite has no word for."""

    _known = FunctionAttributes._known | {_DENORMALS, '"unsafe-fp-math"="false"'}


@dataclass(frozen=True)
class Machine:
    """``width`` lanes make a vector; ``hardware_flush``: the processor can take denormals for zeros."""

    triple: str
    width: int
    hardware_flush: bool
    processor: str
    features: str

    def function(self, module: Any, kind: Any, name: str, *, exact: bool) -> Any:
        """A function of a module, in which denormals are as in the shader."""
        function = ir.Function(module, kind, name)
        function.attributes = _Attributes(["nounwind"])
        function.attributes.alignstack = 64
        if self.hardware_flush:
            function.attributes.add(_DENORMALS)
        return function

    @contextmanager
    def flushing(self, builder: Any) -> Iterator[None]:
        """The processor flushes denormals in what is built inside, where it can."""
        if not self.hardware_flush:
            yield
            return
        kind = ir.FunctionType(ir.VoidType(), [POINTER])
        store, load = (
            ir.Function(builder.module, kind, f"llvm.x86.sse.{name}") for name in ("stmxcsr", "ldmxcsr")
        )
        saved, changed = builder.alloca(I32), builder.alloca(I32)
        builder.call(store, [saved])
        builder.store(builder.or_(builder.load(saved, typ=I32), I32(_FLUSH)), changed)
        builder.call(load, [changed])
        yield
        builder.call(load, [saved])


@cache
def host() -> Machine:
    """The processor this runs on."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    features = binding.get_host_cpu_features()
    # As wide as the registers are; as two of the narrowest, that quads and doubles fill some.
    width = 16 if features.get("avx512f") else 8
    return Machine(
        binding.get_process_triple(),
        width,
        platform.machine().lower() in _X86,
        binding.get_host_cpu_name(),
        features.flatten(),
    )


# --- compiling


@dataclass(frozen=True)
class Code:
    """A compiled function; ``tracker`` keeps its memory."""

    address: int
    tracker: Any


@cache
def _jit() -> Any:
    return binding.create_lljit_compiler(_target_machine(2))


@cache
def _target_machine(level: int) -> Any:
    machine = host()
    target = binding.Target.from_triple(machine.triple)
    return target.create_target_machine(
        cpu=machine.processor, features=machine.features, opt=level, reloc="pic", codemodel="small", jit=True
    )


_numbers = itertools.count(1)


def compiled(text: str, entry: str) -> Code:
    """The function ``entry`` of a module; the same text is compiled once."""
    return _loaded(hashlib.sha256(text.encode()).digest(), _Text(text), entry)


class _Text(str):
    """Equal to every other: the digest beside it is what tells modules apart."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Text)

    def __hash__(self) -> int:
        return 0


#: Compiled functions that are kept though no program holds them any more.
_KEPT = 256


@lru_cache(maxsize=_KEPT)
def _loaded(digest: bytes, text: _Text, entry: str) -> Code:
    library = binding.JITLibraryBuilder()
    library.add_object_img(_object(str(text)))
    library.add_current_process()
    library.export_symbol(entry)
    tracker = library.link(_jit(), f"shader_{os.getpid()}_{next(_numbers)}")
    return Code(tracker[entry], tracker)


def _object(text: str) -> bytes:
    """The object file of a module, made once for all processes of a user."""
    kept = users_cache()
    if kept is None:
        return object_code(text)
    key = _maker() + text.encode()
    found = kept.get(key)
    if found is None:
        found = object_code(text)
        kept.put(key, found)
    return found


@cache
def _maker() -> bytes:
    """What object files depend on besides their modules: LLVM, the processor, and this file."""
    machine = host()
    versions = f"{llvmlite.__version__} {binding.llvm_version_info}"
    this = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    return f"object {versions} {machine.processor} {machine.features} {this}\n".encode()


def object_code(text: str) -> bytes:
    """The object file of a module."""
    module = binding.parse_assembly(text)
    module.verify()
    machine = _target_machine(2)
    tuning = binding.create_pipeline_tuning_options(speed_level=2)
    builder = binding.create_pass_builder(machine, tuning)
    passes = binding.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_new_gvn_pass()
    passes.add_instruction_combine_pass()
    passes.add_aggressive_dce_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, builder)
    code: bytes = machine.emit_object(module)
    return code
