import hashlib
import re

_MAX_READABLE = 100
_DIGITS = 16


def agent_id_for(text: str) -> str:
    """A valid agent id for any text, such as an address: `agent_id_for("dana@example.com")`.

    It has the letters and digits of the text, and the beginning of its SHA-256, by which texts that look alike get
    different ids. The TypeScript client makes the same ids. Raises `ValueError` for an empty text, and for one that
    is not well-formed Unicode.
    """
    if text == "":
        raise ValueError("Give a text that is not empty")
    digits = hashlib.sha256(text.encode("utf-8")).hexdigest()[:_DIGITS]
    readable = "-".join(re.findall(r"[A-Za-z0-9_]+", text))[:_MAX_READABLE]
    return f"{readable}-{digits}" if readable else digits
