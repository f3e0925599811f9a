"""Work that both clients do: a generator names methods of an agent, and a client calls them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias, TypeVar

from .. import Agent, AsyncAgent, NotFound
from ..models import Memory, MemoryPage

Result = TypeVar("Result")
PAGE = 100
"""Memories of a page: as many as the service gives at once."""
Step: TypeAlias = tuple[str, tuple[Any, ...], dict[str, Any]]
"""The name of a method, and its arguments."""
Work: TypeAlias = Generator[Step, Any, Result]


def run(agent: Agent, work: Work[Result]) -> Result:
    """Does the work. What is not found is raised in it."""
    try:
        step = next(work)
        while True:
            name, args, kwargs = step
            try:
                answer = getattr(agent, name)(*args, **kwargs)
            except NotFound as error:
                step = work.throw(error)
            else:
                step = work.send(answer)
    except StopIteration as end:
        result: Result = end.value
        return result


async def arun(agent: AsyncAgent, work: Work[Result]) -> Result:
    """The same without blocking."""
    try:
        step = next(work)
        while True:
            name, args, kwargs = step
            try:
                answer = await getattr(agent, name)(*args, **kwargs)
            except NotFound as error:
                step = work.throw(error)
            else:
                step = work.send(answer)
    except StopIteration as end:
        result: Result = end.value
        return result


def listed(query: dict[str, Any], fits: Callable[[Memory], bool], most: int | None = None) -> Work[list[Memory]]:
    """The memories of all pages that fit, newest first. With `most`, it reads no page after as many were found."""
    found: list[Memory] = []
    cursor: str | None = None
    while most is None or len(found) < most:
        page: MemoryPage = yield "page", (), {**query, "limit": PAGE, "cursor": cursor}
        found += filter(fits, page.memories)
        cursor = page.next_cursor
        if cursor is None:
            break
    return found
