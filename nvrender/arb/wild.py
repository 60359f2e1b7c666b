"""What may be INF or NaN though the numbers it is computed of are ordinary ones."""

from __future__ import annotations

from nvrender.ir import visit
from nvrender.ir.analysis.uses import Slot, writes
from nvrender.ir.nodes import Apply, Assign, Expression, Load

#: What has poles, grows beyond all numbers, or is not defined for some.
_WILD = frozenset(
    "frcp frcp_positive frsq frsq_unsigned frsq_absolute frsq_absolute_positive flog2 fexp2 fpow fdiv "
    "fexponential fexponential_positive flogarithm flogarithm_positive fnormalize freflect".split()
)
#: What is ordinary whatever it is computed of.
_TAME = frozenset(
    "fsaturate fsaturate_signed flt fge less less_equal greater greater_equal equal not_equal ffract".split()
)


class Wild:
    """The components that may be such numbers, as assignments follow each other."""

    def __init__(self) -> None:
        self._slots: set[Slot] = set()

    def of(self, value: Expression) -> bool:
        """Whether a value may be one."""
        match value:
            case Load(var, components):
                return any((var.name, component) in self._slots for component in components)
            case Apply(operation) if operation in _TAME:
                return False
            case Apply(operation) if operation in _WILD:
                return True
        return any(map(self.of, visit.children(value)))

    def note(self, node: Assign) -> None:
        """What an assignment leaves."""
        if self.of(node.value):
            self._slots |= writes(node)
        else:
            self._slots -= writes(node)
