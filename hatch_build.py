"""What packages say of the project: its addresses, and README.md with whole ones for pictures and links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

#: What stands before the place of a picture or of a link that has no scheme.
_PICTURE = re.compile(r'(!\[[^\]]*\]\(|\bsrc=")(?![a-z]+:|#)')
_LINK = re.compile(r"((?<!!)\[[^\]!]*\]\()(?![a-z]+:|#)")


class Addresses(MetadataHookInterface):
    """Fills in what the constant ``url`` of pyproject.toml decides."""

    def update(self, metadata: dict[str, Any]) -> None:
        """``metadata`` gets its ``readme`` and its ``urls``."""
        url: str = self.config["url"]
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = _PICTURE.sub(rf"\g<1>{url}/raw/HEAD/", text)
        text = _LINK.sub(rf"\g<1>{url}/blob/HEAD/", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {
            "Homepage": url,
            "Documentation": f"{url}/tree/HEAD/docs",
            "Changes": f"{url}/blob/HEAD/CHANGELOG.md",
            "Issues": f"{url}/issues",
        }
