"""The regions a reader sees, for programs that people write."""

from __future__ import annotations

from textwrap import dedent

import pytest
from flow_skeletons import assemble, show

from nvrender.languages.load import load
from nvrender.lower.control_flow import analyse

SHAPES = {
    "if": (
        "BRA n(GT);a;n:b",
        """
        main:
          +1
          if not GT
            a
          b
        """,
    ),
    "if else": (
        "BRA n(GT);a;BRA j;n:b;j:c",
        """
        main:
          +1
          if not GT
            a +1
          else
            b
          c
        """,
    ),
    "and": (
        "BRA n(GT);a;BRA n(LE);b;n:c",
        """
        main:
          +1
          if not GT
            a +1
            if not LE
              b
          c
        """,
    ),
    "or copies a short node rather than setting a flag": (
        "BRA y(GT);a;BRA n(LE);y:b;n:c",
        """
        main:
          +1
          if not GT
            a +1
            if not LE
              b
          else
            b
          c
        """,
    ),
    "early returns": (
        "a;RET(GT);b;RET(LE);c",
        """
        main:
          a +1
          if not GT
            b +1
            if not LE
              c
        """,
    ),
    "while": (
        "a;t:b;BRA d(LE);c;BRA t;d:e",
        """
        main:
          a
          loop t
            b +1
            if LE
              break
            c +1
          e
        """,
    ),
    "do while": (
        "t:a;BRA t(GT);b",
        """
        main:
          loop t
            a +1
            if not GT
              break
          b
        """,
    ),
    "continue": (
        "t:a;BRA t(GT);b;BRA d(LT);c;BRA t;d:e",
        """
        main:
          loop t
            a +1
            if not GT
              b +1
              if LT
                break
              c +1
          e
        """,
    ),
    "loop with two exits to one place": (
        "t:a;BRA d(LE);b;BRA d(GT);c;BRA t;d:e",
        """
        main:
          loop t
            a +1
            if LE
              break
            b +1
            if GT
              break
            c +1
          e
        """,
    ),
    "loop with two exits that meet": (
        "t:a;BRA found(LE);b;BRA d(GT);c;BRA t;found:x;d:e",
        """
        main:
          loop t
            a +1
            if LE
              x
              break
            b +1
            if GT
              break
            c +1
          e
        """,
    ),
    "loop with two exits that never meet": (
        "t:a;BRA found(LE);b;BRA d(GT);c;BRA t;found:x;RET;d:e",
        """
        main:
          loop t
            a +1
            if LE
              break
            b +1
            if GT
              e
              return
            c +1
          x +1
        """,
    ),
    "loop in an if, one exit to the end of the if, one by way of more": (
        "BRA m(GT);t:a;BRA p(LE);b;BRA m(EQ);BRA t;p:c;d;e;f;g;h;i;m:z;BRA m(NE)",
        """
        main:
          +1
          if not GT
            loop t
              a +1
              if LE
                c d e f g h i
                break
              b +1
              if EQ
                break
              +1
          loop m
            z +1
            if not NE
              break
        """,
    ),
    "loop in an if, two exits to its end by way of more": (
        "BRA m(GT);t:a;BRA p(LE);b;BRA q(EQ);BRA t;p:c;d;e;f;g;h;i;BRA m;q:j;k;l;n;o;u;v;m:z;BRA m(NE)",
        """
        main:
          +1
          if not GT
            loop t
              a +1
              if LE
                c d e f g h i +1
                break
              b +1
              if EQ
                j k l n o u v
                break
              +1
          loop m
            z +1
            if not NE
              break
        """,
    ),
    "nested loops": (
        "a;o:b;BRA x(LE);i:c;BRA y(LE);d;BRA i;y:e;BRA o;x:f",
        """
        main:
          a
          loop o
            b +1
            if LE
              break
            loop i
              c +1
              if LE
                break
              d +1
            e +1
          f
        """,
    ),
    "exit from two loops into a short end copies it": (
        "a;o:b;BRA x(LE);i:c;BRA x(EQ);d;BRA y(LE);BRA i;y:e;BRA o;x:f",
        """
        main:
          a
          loop o
            b +1
            if LE
              f
              break
            loop i
              c +1
              if EQ
                f
                return
              d +1
              if LE
                break
              +1
            e +1
        """,
    ),
    "a branch that never goes only counts": (
        "a;BRA n(FL);b;n:c;RET(FL);d;CAL n(FL)",
        """
        main:
          a +1
          b c +1
          d +1
        """,
    ),
    "a branch that always goes leaves no test": (
        "a;BRA n(TR);b;n:c;RET(TR);d",
        """
        main:
          a +1
          c +1
        """,
    ),
    "a branch to where it would go anyway": (
        "a;BRA n(GT);n:b",
        """
        main:
          a +1
          b
        """,
    ),
    "loop with a subroutine": (
        "acc:a;RET;main:b;c;d;BRA done(LE);top:CAL acc;e;BRA top(GT);done:f",
        """
        acc:
          a +1
        main:
          b c d +1
          if not LE
            loop top
              +1
              call acc
              e +1
              if not GT
                break
          f
        """,
    ),
    "guarded do while": (
        "a;BRA d(LE);t:b;c;BRA t(GT);d:e",
        """
        main:
          a +1
          if not LE
            loop t
              b c +1
              if not GT
                break
          e
        """,
    ),
    "four calls deep": (
        "a;b;CAL s1;c;RET;s1:CAL s2;RET;s2:CAL s3;RET;s3:CAL s4;RET;s4:RET;s5:d;RET",
        """
        s4:
          +1
        s3:
          +1
          call s4
          +1
        s2:
          +1
          call s3
          +1
        s1:
          +1
          call s2
          +1
        main:
          a b +1
          call s1
          c +1
        """,
    ),
    "the fifth nested call ends the program": (
        "a;b;CAL s1;c;RET;s1:CAL s2;RET;s2:CAL s3;RET;s3:CAL s4;RET;s4:CAL s5;RET;s5:d;RET",
        """
        s4:
          +1
          terminate
        s3:
          +1
          call s4
          terminate
        s2:
          +1
          call s3
          terminate
        s1:
          +1
          call s2
          terminate
        main:
          a b +1
          call s1
        """,
    ),
    "a subroutine is made per depth where the stack may overflow": (
        "CAL f;a;RET;f:b;CAL f(GT);CAL g;c;RET;g:d;RET",
        """
        f_4:
          b +1
          if GT
            terminate
          +1
          terminate
        g:
          d +1
        f_3:
          b +1
          if GT
            call f_4
            terminate
          +1
          call g
          c +1
        f_2:
          b +1
          if GT
            call f_3
          +1
          call g
          c +1
        f_1:
          b +1
          if GT
            call f_2
          +1
          call g
          c +1
        main:
          +1
          call f_1
          a +1
        """,
    ),
    "loop without an end": (
        "a;l:b;c;BRA l",
        """
        main:
          a
          loop l
            b c +1
        """,
    ),
    "execution starts at main": (
        "a;RET;main:b",
        """
        main:
          b
        """,
    ),
    "what follows a return is dropped": (
        "a;RET;b",
        """
        main:
          a +1
        """,
    ),
    "a call to the program's end ends it": (
        "a;CAL e;b;e:",
        """
        main:
          a +1
        """,
    ),
    "running past the end in a subroutine ends the program": (
        "a;CAL s(GT);b;RET;s:c;RET(LE);d",
        """
        s:
          c +1
          if not LE
            d
            terminate
        main:
          a +1
          if GT
            call s
          b +1
        """,
    ),
    "labels are transparent": (
        "a;l:b;c",
        """
        main:
          a b c
        """,
    ),
    "conditional call and return": (
        "CAL f(EQ);a;RET;f:b;RET(GT);c;RET",
        """
        f:
          b +1
          if not GT
            c +1
        main:
          +1
          if EQ
            call f
          a +1
        """,
    ),
    "subroutines that share code": (
        "CAL f;CAL g;RET;f:a;g:b;RET",
        """
        f:
          a b +1
        g:
          b +1
        main:
          +1
          call f
          +1
          call g
          +1
        """,
    ),
    "main is called too": (
        "main:a;CAL main(GT);b",
        """
        main_4:
          a +1
          if GT
            terminate
          b
          terminate
        main_3:
          a +1
          if GT
            call main_4
            terminate
          b
          terminate
        main_2:
          a +1
          if GT
            call main_3
            terminate
          b
          terminate
        main_1:
          a +1
          if GT
            call main_2
            terminate
          b
          terminate
        main:
          a +1
          if GT
            call main_1
            return
          b
        """,
    ),
    "nothing runs": ("a;RET;main:", "main:"),
}


@pytest.mark.parametrize(("text", "shape"), SHAPES.values(), ids=SHAPES)
def test_shape(text: str, shape: str) -> None:
    """NV_vertex_program2 2.14.2.3: BRA, CAL and RET."""
    flow = analyse(assemble(text))
    assert show(flow) == dedent(shape).strip()
    assert not any(function.flags for function in flow.functions)


FLAGGED = {
    "exit from two loops": (
        "o:b;BRA x(LE);i:c;BRA x(EQ);d;BRA y(LE);BRA i;y:e;BRA o;x:f;g;h;j;k;l;m",
        """
        main:
          loop o
            b +1
            if LE
              break
            leave_i = no
            loop i
              c +1
              if EQ
                leave_i = yes
                break
              d +1
              if LE
                break
              +1
            if leave_i
              break
            e +1
          f g h j k l m
        """,
    ),
    "or with a long body": (
        "t:BRA y(GT);a;BRA n(LE);y:b;b1;b2;b3;b4;b5;b6;BRA z(GE);c;z:d;n:e;BRA t(NE)",
        """
        main:
          loop t
            run_y = yes
            +1
            if not GT
              a +1
              if LE
                run_y = no
            if run_y
              b b1 b2 b3 b4 b5 b6 +1
              if not GE
                c
              d
            e +1
            if not NE
              break
        """,
    ),
}


@pytest.mark.parametrize(("text", "shape"), FLAGGED.values(), ids=FLAGGED)
def test_flagged(text: str, shape: str) -> None:
    """NV_vertex_program2 2.14.2.3: branches out of two loops, and over each other."""
    assert show(analyse(assemble(text))) == dedent(shape).strip()


def test_irreducible_flow_is_dispatched() -> None:
    flow = analyse(assemble("BRA m(GT);t:a;m:b;BRA t(LT);c"))
    assert (
        show(flow)
        == dedent(
            """
        0: +1 branch GT 2 or 1
        1: a next 2
        2: b +1 branch LT 1 or 3
        3: c end
        """
        ).strip()
    )
    assert (flow.entry, flow.call_depth, flow.counted, flow.functions) == (0, 4, True, ())


def test_dispatch_forms() -> None:
    text = "CAL f(EQ);a;BRA m(GT);t:b;m:CAL f;BRA t;f:c;BRA f(FL);d;RET(LE);CAL e(NE);main:CAL e;g;e:"
    flow = analyse(assemble(text.replace("main:", "")), structured=False)
    assert (
        show(flow)
        == dedent(
            """
        0: +1 call EQ 5 then 1
        1: a +1 branch GT 3 or 2
        2: b next 3
        3: +1 call 5 then 4
        4: +1 branch 2
        5: c +1 next 6
        6: d +1 return LE or 7
        7: +1 branch NE end or 8
        8: +1 branch end
        """
        ).strip()
    )
    assert [block.label for block in flow.dispatch] == ["", "", "t", "m", "", "f", "", "", ""]
    flow = analyse(assemble(text), structured=False)
    assert show(flow) == "0: +1 branch end"
    assert analyse(assemble("a;main:"), structured=False).entry is None
    assert analyse(assemble("a;b"), structured=False).dispatch[0].jump.kind == "end"


def test_many_inlined_loops_are_dispatched() -> None:
    """Drivers inline: loops in subroutines multiply, and compilers take exponential time over them."""
    loop = "l{0}:ADDC R0.x,R0.x,c[0].x;BRA l{0}(LT.x);"
    straight = "!!VP2.0 MOV o[HPOS],v[0];" + "".join(loop.format(n) for n in range(12)) + "END"
    assert analyse(load(straight)).functions
    called = (
        "!!VP2.0 MOV o[HPOS],v[0];" + "CAL a;" * 7 + "RET;a:" + loop.format(0) + loop.format(1) + "RET;END"
    )
    assert analyse(load(called)).dispatch
