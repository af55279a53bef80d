"""Packages whose names are looked up on first use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(package: str, module_of: dict[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__`: each name from the module that has it."""

    def look_up(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(
                f"module {package!r} has no attribute {name!r}"
            )
        return getattr(import_module(f"{package}.{module_of[name]}"), name)

    return look_up
