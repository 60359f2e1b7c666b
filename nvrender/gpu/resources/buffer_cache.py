"""Buffers with names, uploaded where their contents change."""

from __future__ import annotations

import moderngl


class KeptBuffers:
    """Buffers of one context by name, and what was last uploaded into each."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._buffers: dict[str, moderngl.Buffer] = {}
        self._uploaded: dict[str, bytes] = {}

    def __getitem__(self, name: str) -> moderngl.Buffer:
        return self._buffers[name]

    def size(self, name: str) -> int:
        """Bytes of a buffer, 0 if there is none of that name."""
        return self._buffers[name].size if name in self._buffers else 0

    def upload(self, name: str, data: bytes) -> None:
        """Make the buffer hold ``data``; one of another size is made anew."""
        if self._uploaded.get(name) == data:
            return
        if self.size(name) == len(data):
            self._buffers[name].write(data)
        else:
            if name in self._buffers:
                self._buffers[name].release()
            self._buffers[name] = self._context.buffer(data)
        self._uploaded[name] = data

    def release(self) -> None:
        """Release all."""
        for buffer in self._buffers.values():
            buffer.release()
        self._buffers, self._uploaded = {}, {}
