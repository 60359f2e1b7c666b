"""The hash by which a text is known when a program hands it to GL."""

from __future__ import annotations

import hashlib

#: What a reader of files, or who hands a text over, may add to it or take away.
_AROUND = b" \t\n\v\f\r\0"


def text_sha256(data: bytes) -> str:
    """The SHA-256 of a program's text, without carriage returns, and without white space and NULs around it.

    So it is the same whether or not a file was opened as text, and whether a length or a NUL ends it.
    """
    return hashlib.sha256(data.replace(b"\r", b"").strip(_AROUND)).hexdigest()
