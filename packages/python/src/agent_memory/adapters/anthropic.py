"""The memory tool of Anthropic's SDK in the memories of one agent: a file has its path as `source_ref`."""

from __future__ import annotations

import posixpath
from typing import Any

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)

from .. import Agent, AsyncAgent, NotFound
from ..models import Memory
from ._steps import Work, arun, listed, run

_ROOT = "/memories"
_SOURCE = "memory-tool"
_MOST_TEXT = 10_000
_WIDTH = 6


class AgentMemoryTool(BetaAbstractMemoryTool):
    """The tool for `Anthropic`; with a scope, only of its files.

    A file has at most 10,000 characters. What the model deletes expires, and can be restored.
    """

    def __init__(self, agent: Agent, *, scope: str | None = None, **fields: Any) -> None:
        super().__init__(**fields)
        self._agent, self._files = agent, _Files(scope)

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Shows a file with line numbers, or the files below a folder."""
        return run(self._agent, self._files.view(command))

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Makes a file that does not exist."""
        return run(self._agent, self._files.create(command))

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replaces a text that a file has once."""
        return run(self._agent, self._files.str_replace(command))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Inserts lines after a line of a file; 0 is its beginning."""
        return run(self._agent, self._files.insert(command))

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Removes a file, or all files of a folder."""
        return run(self._agent, self._files.delete(command))

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Moves a file, or all files of a folder."""
        return run(self._agent, self._files.rename(command))

    def clear_all_memory(self) -> str:
        """Removes all files."""
        return run(self._agent, self._files.clear())


class AsyncAgentMemoryTool(BetaAsyncAbstractMemoryTool):
    """The tool for `AsyncAnthropic`, which does the same."""

    def __init__(self, agent: AsyncAgent, *, scope: str | None = None, **fields: Any) -> None:
        super().__init__(**fields)
        self._agent, self._files = agent, _Files(scope)

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Shows a file with line numbers, or the files below a folder."""
        return await arun(self._agent, self._files.view(command))

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Makes a file that does not exist."""
        return await arun(self._agent, self._files.create(command))

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replaces a text that a file has once."""
        return await arun(self._agent, self._files.str_replace(command))

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Inserts lines after a line of a file; 0 is its beginning."""
        return await arun(self._agent, self._files.insert(command))

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Removes a file, or all files of a folder."""
        return await arun(self._agent, self._files.delete(command))

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Moves a file, or all files of a folder."""
        return await arun(self._agent, self._files.rename(command))

    async def clear_all_memory(self) -> str:
        """Removes all files."""
        return await arun(self._agent, self._files.clear())


class _Files:
    """The commands. Raises ToolError, which the model reads."""

    def __init__(self, scope: str | None) -> None:
        self._scope = scope

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> Work[str]:
        path = _checked(command.path)
        file = yield from self._find(path)
        if file is None:
            return (yield from self._view_folder(path))
        lines = _text_of(file).split("\n")
        first, last = 1, len(lines)
        if command.view_range and len(command.view_range) == 2:
            first = max(1, command.view_range[0])
            last = len(lines) if command.view_range[1] == -1 else command.view_range[1]
        return f"Here's the content of {path} with line numbers:\n{_numbered(lines, first, last)}"

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> Work[str]:
        path = _checked(command.path)
        if path == _ROOT or (yield from self._find(path)) is not None:
            raise ToolError(f"File {path} already exists")
        yield "remember", (_content_of(command.file_text),), self._fields(path, command.file_text)
        return f"File created successfully at: {path}"

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> Work[str]:
        path = _checked(command.path)
        file = yield from self._existing(path)
        text = _text_of(file)
        before, found, after = text.partition(command.old_str)
        if not found:
            raise ToolError(
                f"No replacement was performed, old_str `{command.old_str}` did not appear verbatim in {path}."
            )
        if command.old_str in after:
            starts = [at for at in range(len(text)) if text.startswith(command.old_str, at)]
            lines = ", ".join(str(text[:at].count("\n") + 1) for at in starts)
            raise ToolError(
                f"No replacement was performed. Multiple occurrences of old_str `{command.old_str}` in lines: "
                f"{lines}. Please ensure it is unique"
            )
        changed = f"{before}{command.new_str}{after}"
        yield from self._write(file, changed)
        line = before.count("\n") + 1
        shown = _numbered(changed.split("\n"), max(1, line - 2), line + 2)
        return (
            f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{shown}"
        )

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> Work[str]:
        path = _checked(command.path)
        file = yield from self._existing(path)
        lines = _text_of(file).removesuffix("\n").split("\n") if _text_of(file) else []
        if not 0 <= command.insert_line <= len(lines):
            raise ToolError(
                f"Invalid `insert_line` parameter: {command.insert_line}. "
                f"It should be within the range [0, {len(lines)}]."
            )
        lines.insert(command.insert_line, command.insert_text.rstrip("\n"))
        yield from self._write(file, "\n".join(lines) + "\n")
        return f"The file {path} has been edited."

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> Work[str]:
        path = _checked(command.path)
        if path == _ROOT:
            raise ToolError(f"Cannot delete the {_ROOT} directory itself")
        for file in (yield from self._at_or_below(path)):
            yield "expire", (file.id, "deleted"), {}
        return f"Successfully deleted {path}"

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> Work[str]:
        old, new = _checked(command.old_path), _checked(command.new_path)
        if _ROOT in (old, new) or new.startswith(f"{old}/"):
            raise ToolError(f"Cannot rename {old} to {new}")
        if (yield from self._all_at_or_below(new)):
            raise ToolError(f"The destination {new} already exists")
        for file in (yield from self._at_or_below(old)):
            place = new + (file.source_ref or "").removeprefix(old)
            yield "edit", (file.id,), {"source_ref": place, "title": place[-100:]}
        return f"Successfully renamed {old} to {new}"

    def clear(self) -> Work[str]:
        for file in (yield from self._all_at_or_below(_ROOT)):
            yield "expire", (file.id, "deleted"), {}
        return "All memory cleared"

    def _view_folder(self, path: str) -> Work[str]:
        files = yield from self._all_at_or_below(path)
        if not files and path != _ROOT:
            raise ToolError(f"The path {path} does not exist. Please provide a valid path.")
        sizes: dict[str, int] = {path: 0}
        for file in files:
            size = len(_text_of(file).encode())
            parts = (file.source_ref or "").removeprefix(f"{path}/").split("/")
            sizes[path] += size
            for depth in range(1, min(len(parts), 2) + 1):
                place = "/".join([path, *parts[:depth]]) + ("/" if depth < len(parts) else "")
                sizes[place] = sizes.get(place, 0) + size
        lines = [f"{_size(sizes[place])}\t{place}" for place in sorted(sizes)]
        head = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
        return "\n".join([head, *lines])

    def _find(self, path: str) -> Work[Memory | None]:
        try:
            memory: Memory = yield "get_by_ref", (path,), {"scope": self._scope}
        except NotFound:
            return None
        return memory if memory.source == _SOURCE else None

    def _existing(self, path: str) -> Work[Memory]:
        file = yield from self._find(path)
        if file is not None:
            return file
        if (yield from self._all_at_or_below(path)):
            raise ToolError(f"The path {path} is not a file.")
        raise ToolError(f"The path {path} does not exist. Please provide a valid path.")

    def _at_or_below(self, path: str) -> Work[list[Memory]]:
        files = yield from self._all_at_or_below(path)
        if not files:
            raise ToolError(f"The path {path} does not exist")
        return files

    def _all_at_or_below(self, path: str) -> Work[list[Memory]]:
        query = {"source": [_SOURCE], "scopes": [self._scope]}
        return (yield from listed(query, lambda each: f"{each.source_ref}/".startswith(f"{path}/")))

    def _write(self, file: Memory, text: str) -> Work[None]:
        yield "edit", (file.id,), {"content": _content_of(text), "metadata": _blank_of(text)}

    def _fields(self, path: str, text: str) -> dict[str, Any]:
        return {
            "title": path[-100:],
            "source": _SOURCE,
            "source_ref": path,
            "scope": self._scope,
            "metadata": _blank_of(text),
        }


def _checked(path: str) -> str:
    """Without a slash at its end. Raises ToolError for a path that is not below the root."""
    normal = posixpath.normpath(path)
    if normal == _ROOT or normal.startswith(f"{_ROOT}/"):
        return normal
    raise ToolError(f"Path must start with {_ROOT}, got: {path}")


def _content_of(text: str) -> str:
    if len(text) > _MOST_TEXT:
        raise ToolError(f"The file has {len(text)} characters: {_MOST_TEXT} at most. Write several files.")
    return text if text.strip() else "(an empty file)"


def _blank_of(text: str) -> dict[str, str]:
    """A memory says something; a file need not."""
    return {} if text.strip() else {"blank": text}


def _text_of(file: Memory) -> str:
    blank = file.metadata.get("blank")
    return blank if isinstance(blank, str) else file.content


def _numbered(lines: list[str], first: int, last: int) -> str:
    shown = lines[first - 1 : last]
    return "\n".join(f"{number:>{_WIDTH}}\t{line}" for number, line in enumerate(shown, first))


def _size(octets: int) -> str:
    return f"{octets}B" if octets < 1_024 else f"{octets / 1_024:.1f}K"
