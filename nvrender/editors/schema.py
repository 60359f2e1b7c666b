"""The JSON Schema of scene files, from the forms that they are read by."""

from __future__ import annotations

import json

from nvrender.json_schema import schema_of
from nvrender.scene.forms.scene import SceneForm


def scene_schema() -> str:
    """The schema as text, JSON Schema 2020-12; what scenes mean beyond their form is no part of it."""
    schema = schema_of(SceneForm, title="A scene of nvrender")
    return json.dumps(schema, indent=2) + "\n"
