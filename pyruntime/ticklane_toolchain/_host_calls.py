"""The arguments of one `host.…(…)` call against the contract."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ticklane._nearest import or_known
from ticklane_toolchain._contract import Method, Parameter
from ticklane_toolchain._literals import is_number, is_place, is_text, never_number, number_of
from ticklane_toolchain.settings import EVENT_KINDS

__all__ = ["CallCheck", "Problem"]

Problem = tuple[str, str]
"""What is wrong (after the call's own text), and the call that works ("" when it can't be told)."""

_PLACE = "a place is one argument"
_COUNTS = {"after": 1, "every": 1}


@dataclass(frozen=True)
class CallCheck:
    """Checks calls of host methods.

    `written` gives an expression's source text; `arity` the least and most positional arguments of the function an
    expression stands for and whether it yields, None when that is not known.
    """

    written: Callable[[ast.AST], str]
    arity: Callable[[ast.AST], tuple[int, float, bool] | None]

    def problems(self, method: Method, call: ast.Call) -> list[tuple[str, Problem]]:
        """(the call as it is shown, (what is wrong, the corrected call)) for each thing wrong."""
        shown = self.written(call)
        unknown = self._unknown_keywords(method, call)
        if unknown:
            return unknown
        starred = any(isinstance(one, ast.Starred) for one in call.args)
        if starred:
            return []
        regrouped = None if method.takes_any_number else self._regrouped(method, call)
        if regrouped:
            return [(shown, regrouped)]
        if not method.takes_any_number and len(call.args) > len(method.positional):
            count = len(method.positional)
            takes = f"takes {count or 'no'} positional argument{'' if count == 1 else 's'}, not {len(call.args)}"
            return [(shown, (takes, method.signature()))]
        bound = dict(zip((one.name for one in method.positional), call.args, strict=False))
        for keyword in call.keywords:
            if keyword.arg in bound:
                return [(shown, (f"{keyword.arg} is given twice", method.signature()))]
            if keyword.arg is not None:
                bound[keyword.arg] = keyword.value
        swapped = self._swapped(method, call)
        if swapped:
            return [(shown, swapped)]
        found = []
        if not any(keyword.arg is None for keyword in call.keywords):
            missing = [one.name for one in method.parameters if one.required and one.name not in bound]
            if missing:
                found.append((f"{' and '.join(missing)} missing", method.signature()))
            elif method.name == "capture" and "entities" not in bound:
                found += self._captures_nobody(bound["trigger"])
        for parameter in method.parameters:
            if parameter.name in bound:
                problem = self._mismatch(method, parameter, bound[parameter.name])
                if problem:
                    found.append((problem, ""))
        return [(shown, problem) for problem in found]

    def _captures_nobody(self, trigger: ast.expr) -> list[Problem]:
        """Whose rows a capture keeps is to be said where the trigger names no entity."""
        block = isinstance(trigger, ast.Constant) and trigger.value == "block_change"
        if not block and not isinstance(trigger, ast.Lambda):
            return []
        what = "block_change" if block else "a function"
        return [(f"{what} names no entity; say whose rows: entities=host.entities(type=…), or a filter", "")]

    def _unknown_keywords(self, method: Method, call: ast.Call) -> list[tuple[str, Problem]]:
        known = [one.name for one in method.parameters]
        unknown = [one for one in call.keywords if one.arg is not None and one.arg not in known]
        names = {one.arg: one.value for one in unknown}
        if {"x", "y", "z"} <= names.keys():
            place = next((one for one in method.parameters if one.is_place), None)
            if place is not None:
                group = f"({', '.join(self.written(names[axis]) for axis in 'xyz')})"
                others = [one for one in call.keywords if one.arg not in {"x", "y", "z"}]
                positional = [self.written(one) for one in call.args]
                if place.positional and len(positional) == method.positional.index(place):
                    positional.append(group)
                else:
                    positional.append(f"{place.name}={group}")
                fix = self._call(call, [*positional, *(self._keyword(one) for one in others)])
                return [(self.written(call), (_PLACE, fix))]
        func = self.written(call.func)
        return [(f"{func}({one.arg}=…)", (f"no such argument{or_known(one.arg or '', known)}", "")) for one in unknown]

    def _regrouped(self, method: Method, call: ast.Call) -> Problem | None:
        """x, y, z as three arguments; or what has to be named given by position."""
        args = call.args
        positional = method.positional
        number_as_place = any(
            parameter.is_place and is_number(arg) for parameter, arg in zip(positional, args, strict=False)
        )
        if len(args) <= len(positional) and not number_as_place:
            return None
        parts: list[str] = []
        at, grouped = 0, False
        for parameter in positional:
            if at >= len(args):
                break
            triple = args[at : at + 3]
            if parameter.is_place and len(triple) == 3 and not any(never_number(one) for one in triple):
                parts.append(self._group(triple))
                at, grouped = at + 3, True
            elif parameter.is_place and is_number(args[at]):
                return None
            else:
                parts.append(self.written(args[at]))
                at += 1
        named = self._named(method, call, args[at:])
        given = {one.arg for one in call.keywords}
        required = [one.name for one in positional[len(parts) :] if one.required and one.name not in given]
        if named is None or required:
            return None
        keywords = [self._keyword(one) for one in call.keywords]
        fix = self._call(call, [*parts, *named, *keywords])
        place = grouped or any(is_number(one) for one in args[at:])
        return (_PLACE, fix) if place else (f"{named[0].partition('=')[0]} has to be named", fix)

    def _named(self, method: Method, call: ast.Call, rest: Sequence[ast.expr]) -> list[str] | None:
        """What is left over as `name=value`, where it is plain which name is meant; None where it isn't."""
        given = {one.arg for one in call.keywords}
        free = [one for one in method.keyword_only if one.name not in given]
        named = []
        at = 0
        while at < len(rest):
            triple = rest[at : at + 3]
            arg = rest[at]
            place = next((one for one in free if one.is_place), None)
            if is_place(arg) and place is not None:
                text, at, taken = self.written(arg), at + 1, place
            elif place is not None and len(triple) == 3 and not any(never_number(one) for one in triple):
                text, at, taken = self._group(triple), at + 3, place
            elif isinstance(arg, ast.Constant):
                wanted = type(arg.value).__name__
                fitting = [one for one in free if re.search(rf"\b{wanted}\b", one.annotation)]
                if len(fitting) != 1:
                    return None
                text, at, taken = self.written(arg), at + 1, fitting[0]
            else:
                return None
            named.append(f"{taken.name}={text}")
            free.remove(taken)
        return named

    def _swapped(self, method: Method, call: ast.Call) -> Problem | None:
        """Two arguments in each other's place."""
        pairs = list(zip(method.positional, call.args, strict=False))
        wrong = [index for index, (parameter, arg) in enumerate(pairs) if self._mismatch(method, parameter, arg)]
        for first in wrong:
            for second in range(len(pairs)):
                here, there = pairs[first], pairs[second]
                plain = any(never_number(arg) or is_number(arg) for arg in (here[1], there[1]))
                if first == second or not plain or not self._fits_for_sure(there[0], here[1]):
                    continue
                if self._mismatch(method, here[0], there[1]) or self._mismatch(method, there[0], here[1]):
                    continue
                texts = [self.written(arg) for _, arg in pairs]
                texts[first], texts[second] = texts[second], texts[first]
                keywords = [self._keyword(one) for one in call.keywords]
                text = f"{here[0].name} and {there[0].name} are in each other's place"
                return text, self._call(call, [*texts, *keywords])
        return None

    def _fits_for_sure(self, parameter: Parameter, arg: ast.expr) -> bool:
        if parameter.is_place:
            return is_place(arg)
        if parameter.annotation.startswith("Callable"):
            return isinstance(arg, ast.Lambda) or self.arity(arg) is not None
        if parameter.annotation.startswith("str"):
            return is_text(arg)
        return parameter.annotation.startswith(("int", "float")) and is_number(arg)

    def _mismatch(self, method: Method, parameter: Parameter, arg: ast.expr) -> str:
        """What is surely wrong with an argument; "" when it may be right."""
        kind = parameter.annotation
        if isinstance(arg, ast.Constant) and arg.value is None and "None" in kind:
            return ""
        if parameter.is_place:
            return _place_problem(parameter.name, arg)
        if kind.startswith("Literal") or kind == "Lane":
            return _choice_problem(parameter.name, kind, arg)
        if kind == "Trigger" and isinstance(arg, ast.Constant):
            if arg.value in EVENT_KINDS:
                return ""
            return f"no such event: {arg.value!r}{or_known(str(arg.value), EVENT_KINDS)}"
        if kind.startswith("Entities | Filter") and isinstance(arg, ast.Constant):
            return f"{parameter.name} is a table or a filter: host.entities(type=…)"
        if kind.startswith(("Callable", "Trigger", "Filter", "Entities | Filter")):
            return self._function_problem(kind, arg)
        return _scalar_problem(method, parameter, arg)

    def _function_problem(self, kind: str, arg: ast.expr) -> str:
        if isinstance(arg, ast.Constant):
            return f"{self.written(arg)} is no function"
        wanted = 0 if kind == "Trigger" else 1 if "Filter" in kind else None
        listed = re.match(r"Callable\[\[([^\]]*)\]", kind)
        if listed:
            wanted = len([one for one in listed[1].split(",") if one.strip()])
        arity = self.arity(arg)
        if arity is None or wanted is None:
            return ""
        least, most, yields = arity
        name = "the lambda" if isinstance(arg, ast.Lambda) else self.written(arg)
        if yields:
            return f"{name} yields: what is called later returns; only run(host) may yield"
        if least <= wanted <= most:
            return ""
        takes = "no argument" if wanted == 0 else "one argument"
        return f"{name} is called with {takes}, it takes {least if least == most else f'{least} or more'}"

    def _group(self, three: Sequence[ast.expr]) -> str:
        return f"({', '.join(self.written(one) for one in three)})"

    def _keyword(self, keyword: ast.keyword) -> str:
        value = self.written(keyword.value)
        return f"**{value}" if keyword.arg is None else f"{keyword.arg}={value}"

    def _call(self, call: ast.Call, parts: Sequence[str]) -> str:
        return f"{self.written(call.func)}({', '.join(parts)})"


def _place_problem(name: str, arg: ast.expr) -> str:
    if isinstance(arg, ast.Tuple | ast.List):
        starred = any(isinstance(one, ast.Starred) for one in arg.elts)
        tables = any(isinstance(one, ast.Tuple | ast.List) for one in arg.elts)
        if starred or tables or len(arg.elts) == 3:
            return ""
        return f"{name} is three numbers (x, y, z), not {len(arg.elts)}"
    if is_number(arg) or is_text(arg):
        return f"{name} is three numbers (x, y, z)"
    return ""


def _choice_problem(name: str, kind: str, arg: ast.expr) -> str:
    from ticklane_toolchain.settings import LANES

    known = LANES if kind == "Lane" else tuple(re.findall(r"['\"]([^'\"]+)['\"]", kind))
    if isinstance(arg, ast.Constant) and known and arg.value not in known:
        return f"{name} is one of {' '.join(known)}{or_known(str(arg.value), known)}"
    return ""


def _scalar_problem(method: Method, parameter: Parameter, arg: ast.expr) -> str:
    kind, name = parameter.annotation.removesuffix(" | None"), parameter.name
    if kind == "str" and (is_number(arg) or isinstance(arg, ast.Tuple | ast.List | ast.Lambda | ast.Dict)):
        return f"{name} is text"
    if kind in {"int", "float"} and never_number(arg) and not isinstance(arg, ast.Constant):
        return f"{name} is a number"
    if kind in {"int", "float"} and isinstance(arg, ast.Constant) and (is_text(arg) or arg.value is None):
        return f"{name} is a number"
    number = number_of(arg)
    if kind == "int" and isinstance(number, float):
        return f"{name} is a whole number"
    least = _COUNTS.get(method.name)
    if name == "n" and least is not None and number is not None and number < least:
        return f"{name} is {least} tick or more"
    return ""
