"""What the mouse does, without a window."""

from __future__ import annotations

from nvrender.view.events import Button, Event, Focus, Mouse, Pointer, Wheel, moused


def drags(*events: Event) -> list[tuple[float, float]]:
    mouse, found = Mouse(), []
    for event in events:
        mouse, drag = moused(mouse, event)
        if drag is not None:
            found.append(drag)
    return found


def test_only_a_held_button_drags() -> None:
    assert drags(Pointer(10, 10), Pointer(20, 30)) == []
    assert drags(Pointer(10, 10), Button(0, True), Pointer(15, 30), Pointer(16, 30)) == [(5, -20), (1, 0)]
    assert drags(Button(0, True), Button(0, False), Pointer(5, 5)) == []


def test_the_first_button_counts_until_it_is_let_go() -> None:
    mouse, _ = moused(Mouse(), Button(1, True))
    assert mouse.pans
    mouse, _ = moused(mouse, Button(0, True))
    assert (mouse.held, mouse.pans) == (1, True)
    mouse, _ = moused(mouse, Button(0, False))
    assert mouse.held == 1
    mouse, _ = moused(mouse, Button(1, False))
    assert mouse.held is None


def test_shift_pans() -> None:
    assert moused(Mouse(), Button(0, True, shift=True))[0].pans
    assert not moused(Mouse(), Button(0, True))[0].pans
    assert moused(Mouse(), Button(2, True))[0].pans


def test_a_window_that_loses_the_keyboard_lets_go() -> None:
    assert drags(Button(0, True), Focus(False), Pointer(50, 50)) == []
    assert drags(Button(0, True), Focus(True), Wheel(1.0), Pointer(50, 50)) == [(50, -50)]
