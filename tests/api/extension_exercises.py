"""An exercise of each extension that GetString tells: what it added, done, with what comes of it."""

from __future__ import annotations

from draw_exercises import DRAW_EXERCISES
from exercise_helpers import Exercise
from frame_exercises import FRAME_EXERCISES
from program_exercises import PROGRAM_EXERCISES
from texture_exercises import TEXTURE_EXERCISES

EXERCISES: dict[str, Exercise] = {
    **PROGRAM_EXERCISES,
    **DRAW_EXERCISES,
    **TEXTURE_EXERCISES,
    **FRAME_EXERCISES,
}
