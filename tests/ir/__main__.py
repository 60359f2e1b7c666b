"""``PYTHONPATH=tests python -m ir [PART OF A NAME]``: the corpus on the oracle and on the evaluator."""

from __future__ import annotations

import sys
from collections import Counter

from digest.corpus import corpus

from .corpus import evaluations, results


def main() -> None:
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    counts, reasons = Counter[str](), Counter[str]()
    for entry in corpus():
        if wanted not in entry.name:
            continue
        expected = results(entry)
        try:
            found = evaluations(entry)
        except Exception as error:
            print(f"{type(error).__name__}: {error}: {entry.name}")
            counts["failed"] += 1
            continue
        if "error" in found and "error" not in expected:
            counts["not lowered"] += 1
            reasons[found["error"].decode()] += 1
        elif found == expected:
            counts["same"] += 1
        else:
            counts["different"] += 1
            names = [name for name in expected if found.get(name) != expected[name]]
            print(f"{entry.name}: {', '.join(names)}")
    print(dict(counts))
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")


if __name__ == "__main__":
    main()
