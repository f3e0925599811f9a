"""Metadata of frameworks, which may hold anything."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSED = ("__proto__", "constructor", "prototype")
"""Keys that the service refuses."""


def plain(metadata: Mapping[str, object] | None) -> dict[str, str | int | float | bool]:
    """Of the metadata, what the service can keep."""
    return {
        name: value
        for name, value in (metadata or {}).items()
        if isinstance(value, str | int | float | bool) and name not in _REFUSED
    }
