import json
from pathlib import Path

import pytest

from agent_memory import agent_id_for

VECTORS = json.loads((Path(__file__).parents[3] / "test/fixtures/agent-ids.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda each: each["id"])
def test_the_id_of_a_text_is_that_of_the_other_clients(vector: dict[str, str]) -> None:
    assert agent_id_for(vector["text"]) == vector["id"]


@pytest.mark.parametrize("text", ["", "\ud83d"])
def test_no_id_for_what_is_no_text(text: str) -> None:
    with pytest.raises(ValueError, match=r"empty|surrogates"):
        agent_id_for(text)
