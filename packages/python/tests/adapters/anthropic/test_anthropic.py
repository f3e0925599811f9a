"""The memory tool with Anthropic's SDK itself: beside its own tool for files, and with a scripted model."""

import asyncio
import json
import os
import uuid
from pathlib import Path
from typing import Any

import httpx2
import pytest
from anthropic import Anthropic, AsyncAnthropic
from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError
from anthropic.tools import BetaLocalFilesystemMemoryTool

from agent_memory import AgentMemory, AsyncAgentMemory
from agent_memory.adapters.anthropic import AgentMemoryTool, AsyncAgentMemoryTool

URL = os.environ["AGENT_MEMORY_TEST_URL"]


def new_id() -> str:
    return f"anthropic-{uuid.uuid4().hex}"


@pytest.fixture(params=["ours", "theirs"])
def tool(request: pytest.FixtureRequest, tmp_path: Path) -> BetaAbstractMemoryTool:
    """What the SDK's own tool does, this one does."""
    if request.param == "theirs":
        return BetaLocalFilesystemMemoryTool(base_path=str(tmp_path))
    return AgentMemoryTool(AgentMemory(URL).agent(new_id(), create=True))


def call(tool: BetaAbstractMemoryTool, command: str, **fields: Any) -> str:
    return str(tool.call({"command": command, **fields}))


def test_files_are_made_shown_and_changed(tool: BetaAbstractMemoryTool) -> None:
    text = "first\nsecond\n\nlast\n"
    assert call(tool, "create", path="/memories/a/notes.txt", file_text=text) == (
        "File created successfully at: /memories/a/notes.txt"
    )
    shown = call(tool, "view", path="/memories/a/notes.txt")
    assert shown.endswith("line numbers:\n     1\tfirst\n     2\tsecond\n     3\t\n     4\tlast\n     5\t")
    assert call(tool, "view", path="/memories/a/notes.txt", view_range=[2, 4]).endswith(
        ":\n     2\tsecond\n     3\t\n     4\tlast"
    )
    changed = call(tool, "str_replace", path="/memories/a/notes.txt", old_str="second", new_str="2nd\nand more")
    assert changed.endswith("     1\tfirst\n     2\t2nd\n     3\tand more\n     4\t")
    call(tool, "insert", path="/memories/a/notes.txt", insert_line=0, insert_text="zero\n")
    call(tool, "insert", path="/memories/a/notes.txt", insert_line=6, insert_text="after")
    shown = call(tool, "view", path="/memories/a/notes.txt")
    assert [line.split("\t")[1] for line in shown.split("\n")[1:]] == [
        "zero",
        "first",
        "2nd",
        "and more",
        "",
        "last",
        "after",
        "",
    ]


def test_folders_are_listed_renamed_and_deleted(tool: BetaAbstractMemoryTool) -> None:
    for path in ("a/one.txt", "a/deep/two.txt", "b.txt"):
        call(tool, "create", path=f"/memories/{path}", file_text="x")
    places = [line.split("\t")[1] for line in call(tool, "view", path="/memories").split("\n")[1:]]
    assert sorted(places) == sorted(
        ["/memories", "/memories/a/", "/memories/a/deep/", "/memories/a/one.txt", "/memories/b.txt"]
    )
    call(tool, "rename", old_path="/memories/a", new_path="/memories/c")
    assert "x" in call(tool, "view", path="/memories/c/deep/two.txt")
    call(tool, "delete", path="/memories/c/deep/two.txt")
    call(tool, "delete", path="/memories/c")
    call(tool, "create", path="/memories/c/one.txt", file_text="again")
    assert "again" in call(tool, "view", path="/memories/c/one.txt")
    tool.clear_all_memory()
    assert call(tool, "view", path="/memories").count("\n") == 1


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("view", {"path": "/memories/none.txt"}),
        ("view", {"path": "/etc/passwd"}),
        ("view", {"path": "/memories/../etc/passwd"}),
        ("create", {"path": "/memories/a.txt", "file_text": "x"}),
        ("str_replace", {"path": "/memories/a.txt", "old_str": "none", "new_str": "x"}),
        ("str_replace", {"path": "/memories/a.txt", "old_str": "o", "new_str": "x"}),
        ("str_replace", {"path": "/memories/none.txt", "old_str": "o", "new_str": "x"}),
        ("insert", {"path": "/memories/a.txt", "insert_line": 7, "insert_text": "x"}),
        ("delete", {"path": "/memories"}),
        ("delete", {"path": "/memories/none.txt"}),
        ("rename", {"old_path": "/memories/none.txt", "new_path": "/memories/b.txt"}),
        ("rename", {"old_path": "/memories/a.txt", "new_path": "/memories/c.txt"}),
    ],
)
def test_what_cannot_be_done_is_said(tool: BetaAbstractMemoryTool, command: str, fields: dict[str, Any]) -> None:
    call(tool, "create", path="/memories/a.txt", file_text="one two\n")
    call(tool, "create", path="/memories/c.txt", file_text="c")
    with pytest.raises(ToolError):
        call(tool, command, **fields)


def test_files_are_memories_of_their_scope() -> None:
    with AgentMemory(URL) as memory:
        agent = memory.agent(new_id(), create=True)
        tool = AgentMemoryTool(agent, scope="user:1")
        call(tool, "create", path="/memories/tea.md", file_text="The user likes green tea.\n")
        call(tool, "create", path="/memories/empty.md", file_text="")
        assert agent.recall("What tea does the user like?").memories[0].source_ref == "/memories/tea.md"
        assert call(tool, "view", path="/memories/empty.md").endswith(":\n     1\t")
        other = AgentMemoryTool(agent, scope="user:2")
        with pytest.raises(ToolError):
            call(other, "view", path="/memories/tea.md")
        with pytest.raises(ToolError, match="10000"):
            call(tool, "create", path="/memories/long.md", file_text="x" * 10_001)
        file = agent.get_by_ref("/memories/tea.md", scope="user:1")
        call(tool, "delete", path="/memories/tea.md")
        assert agent.get(file.id).expired_by == "deleted"


def scripted(request: httpx2.Request) -> httpx2.Response:
    """A model that writes a file, reads it, and says what it read."""
    messages = json.loads(request.content)["messages"]
    results = [block for each in messages for block in each["content"] if isinstance(block, dict)]
    last = next((block for block in reversed(results) if block["type"] == "tool_result"), None)
    # The SDK may send only what is new.
    done = 0 if last is None else int(last["tool_use_id"][1:]) + 1
    commands = [
        {"command": "create", "path": "/memories/tea.md", "file_text": "Green tea."},
        {"command": "view", "path": "/memories/tea.md"},
    ]
    content: list[dict[str, Any]] = [{"type": "text", "text": json.dumps(last)}]
    if done < len(commands):
        content = [{"type": "tool_use", "id": f"t{done}", "name": "memory", "input": commands[done]}]
    body = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": content,
        "stop_reason": "tool_use" if done < len(commands) else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    return httpx2.Response(200, json=body)


QUESTION: Any = {
    "model": "scripted",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "Remember that I like green tea"}],
}


def test_a_model_writes_and_reads_a_file() -> None:
    with AgentMemory(URL) as memory:
        agent = memory.agent(new_id(), create=True)
        client = Anthropic(api_key="none", http_client=httpx2.Client(transport=httpx2.MockTransport(scripted)))
        runner = client.beta.messages.tool_runner(**QUESTION, tools=[AgentMemoryTool(agent)])
        assert "Green tea." in str(runner.until_done().content)
        assert agent.get_by_ref("/memories/tea.md").content == "Green tea."


def test_the_tool_for_the_async_client() -> None:
    async def main() -> None:
        async with AsyncAgentMemory(URL) as memory:
            agent = memory.agent(new_id(), create=True)
            http = httpx2.AsyncClient(transport=httpx2.MockTransport(scripted))
            client = AsyncAnthropic(api_key="none", http_client=http)
            tool = AsyncAgentMemoryTool(agent)
            runner = client.beta.messages.tool_runner(**QUESTION, tools=[tool])
            assert "Green tea." in str((await runner.until_done()).content)
            await tool.call(
                {"command": "str_replace", "path": "/memories/tea.md", "old_str": "Green", "new_str": "Black"}
            )
            await tool.call(
                {"command": "insert", "path": "/memories/tea.md", "insert_line": 1, "insert_text": "No milk."}
            )
            await tool.call({"command": "rename", "old_path": "/memories/tea.md", "new_path": "/memories/t.md"})
            assert (await agent.get_by_ref("/memories/t.md")).content == "Black tea.\nNo milk.\n"
            await tool.call({"command": "delete", "path": "/memories/t.md"})
            await tool.clear_all_memory()

    asyncio.run(main())
