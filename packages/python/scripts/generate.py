"""Writes the models and fields of the package from openapi.json, and its sync client from the async one.

With --check it only compares.
"""

import difflib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent.parent
OPENAPI = PACKAGE.parent.parent / "openapi.json"
TARGETS = PACKAGE / "src" / "agent_memory"

# What the methods of the package return, and the names that they have in Python.
ROOTS = {
    "AgentDto": "AgentRecord",
    "AgentDeletedDto": "AgentDeleted",
    "AgentListDto": "AgentList",
    "AgentReadsResponse": "AgentReads",
    "AnswerResponse": "Answer",
    "AnswerSource": "AnswerSource",
    "AsOfResponse": "AsOfPage",
    "AuditKeysResponse": "AuditKeys",
    "AuditResponse": "AuditPage",
    "BatchRememberResponse": "RememberedMany",
    "ChangedSinceResponse": "Changes",
    "ConflictsResponse": "Conflicts",
    "DeleteMemoryResponse": "Deleted",
    "DeliveryDto": "Delivery",
    "DeliveryListDto": "DeliveryPage",
    "EditMemoryResponse": "Edited",
    "ExpireMemoryResponse": "Expired",
    "ExtractResponse": "Extracted",
    "FileDeletedResponse": "FileDeleted",
    "FileListResponse": "FileList",
    "FileResponse": "File",
    "ForgetReceipt": "Receipt",
    "ForgetResponse": "Forgotten",
    "GenerateConflictsResponse": "GeneratedConflicts",
    "HealthResponse": "Health",
    "HistoryResponse": "History",
    "MemoryListResponse": "MemoryPage",
    "MemoryRecord": "Memory",
    "MemoryStatusResponse": "StatusSet",
    "PolicyResponse": "Policy",
    "PolicyStoredResponse": "PolicyStored",
    "PresetAdoptedResponse": "PresetAdopted",
    "PurgeResponse": "Purge",
    "RecallResponse": "Recalled",
    "RecentResponse": "Recent",
    "RememberResponse": "Remembered",
    "ResolveConflictResponse": "ResolvedConflict",
    "RestoreMemoryResponse": "Restored",
    "SweepListResponse": "SweepList",
    "SweepResponse": "Sweep",
    "SweepUndoneResponse": "SweepUndone",
    "TraceListResponse": "TracePage",
    "TraceRecord": "Trace",
    "TransferResponse": "Transferred",
    "UploadResponse": "Uploaded",
    "WebhookDto": "Webhook",
    "WebhookListDto": "WebhookList",
}
OTHER_NAMES = {
    "AuditKeyDto": "AuditKey",
    "AuditRecordDto": "AuditRecord",
    "AuditTargetsDto": "AuditTargets",
    "ChangedMemoryRecord": "ChangedMemory",
    "ConflictRowDto": "Conflict",
    "FoundMemoryRow": "FoundMemory",
    "GeneratedConflicts": "ConflictsOfType",
    "TracedMemoryRow": "TracedMemory",
}
# What they have besides the fields of a memory.
MEMORIES = ["RecalledMemory", "ChangedMemoryRecord"]
# The keyword arguments of methods: requests without what the methods take by position.
FIELDS = {
    "MemoryFields": ("RememberRequest", ["content"]),
    "NewMemory": ("RememberRequest", []),
    "EditFields": ("EditMemoryRequest", []),
    "RecallFields": ("RecallRequest", ["query"]),
    "AnswerFields": ("AnswerRequest", ["question", "ai_model"]),
    "RecentFields": ("RecentRequest", []),
    "PastFields": ("AsOfRequest", ["as_of"]),
    "ListFields": ("ChangedSinceRequest", ["since"]),
    "AllFields": ("RecallAllRequest", ["limit", "cursor"]),
    "ExtractFields": ("ExtractRequest", ["messages", "ai_model"]),
    "ForgetFields": ("ForgetRequest", ["dry_run"]),
    "Message": ("ConversationMessage", []),
    "NewAgentFields": ("CreateAgentDto", ["agent_id"]),
    "AgentChangeFields": ("UpdateAgentDto", []),
    "Resolution": ("ResolveConflictRequest", ["conflict_index"]),
    "WebhookChange": ("UpdateWebhookRequest", []),
    "WebhookFields": ("CreateWebhookRequest", ["url"]),
}
# The same of reads whose filters are in the address.
PAGES = {
    "AuditFields": "/api/v2/agents/{agent_id}/audit",
    "DeliveryFields": "/api/v2/webhooks/{webhook_id}/deliveries",
    "PageFields": "/api/v2/agents/{agent_id}/memories",
    "TraceFields": "/api/v2/agents/{agent_id}/traces",
}
INSTANTS = {
    *("created_after", "created_before", "valid_at", "valid_from", "valid_to", "expires_at"),
    *("since", "until"),
}
SYNC = [
    (r"\basync (def|for|with)", r"\1"),
    (r"\bawait ", ""),
    (r"Awaitable\[(\w+)\]", r"\1"),
    (r", Awaitable\b", ""),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"\baclose\b", "close"),
    (r"\baiter_", "iter_"),
    (r"\bAsync(\w)", r"\1"),
    (r"for asyncio", "for any number of threads"),
]
# Limits are the service's to check, and examples are in its documentation.
OWN = ("__init__.py", "waiting.py")
LEFT_OUT = {
    *("example", "examples", "pattern", "maxItems", "minItems", "maxLength", "minLength"),
    *("maximum", "minimum", "maxProperties", "additionalItems"),
}
NUMBERS = ("str | float | bool | list[str] | None", "str | int | float | bool | list[str] | None")


def references(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(references, schema))
    if not isinstance(schema, dict):
        return set()
    found = set().union(*map(references, schema.values()))
    if "$ref" in schema:
        found.add(schema["$ref"].rpartition("/")[2])
    return found


def reachable(schemas: dict[str, Any]) -> list[str]:
    found: list[str] = []
    waiting = list(ROOTS)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.append(name)
        waiting += sorted(references(schemas[name]))
    return sorted(found)


def cleaned(schema: Any, is_map: bool = False) -> Any:
    if isinstance(schema, list):
        return [cleaned(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if is_map or key not in LEFT_OUT}
    return {key: cleaned(value, key == "properties" and not is_map) for key, value in kept.items()}


def whole_schemas(document: dict[str, Any]) -> dict[str, Any]:
    """The schemas with the properties of shared ones (`allOf`) as their own, and maps in their place."""
    schemas: dict[str, Any] = document["components"]["schemas"]

    def with_base(schema: dict[str, Any]) -> dict[str, Any]:
        if "allOf" not in schema:
            return schema
        rest = {key: value for key, value in schema.items() if key != "allOf"}
        parts = [
            with_base(schemas[each["$ref"].rpartition("/")[2]]) if "$ref" in each else each
            for each in reversed(schema["allOf"])
        ]
        properties = {name: each for part in parts for name, each in part.get("properties", {}).items()}
        required = [name for part in parts for name in part.get("required", [])]
        return {**rest, "properties": properties, "required": required}

    def with_maps(node: Any) -> Any:
        if isinstance(node, list):
            return [with_maps(each) for each in node]
        if not isinstance(node, dict):
            return node
        first = (node.get("allOf") or node.get("oneOf") or [{}])[0]
        named = schemas.get(first.get("$ref", "").rpartition("/")[2], {})
        if "additionalProperties" not in named or "properties" in named:
            return {key: with_maps(value) for key, value in node.items()}
        rest = {key: value for key, value in node.items() if key not in ("allOf", "oneOf")}
        return {**rest, **named, "type": ["object", "null"] if "oneOf" in node else "object"}

    return {name: with_maps(with_base(schema)) for name, schema in schemas.items()}


def answers(whole: dict[str, Any]) -> dict[str, Any]:
    schemas = whole_schemas(whole)
    kept = {name: cleaned(schemas[name]) for name in reachable(schemas)}
    for name in MEMORIES:
        kept[name] = _memory_with_more(kept["MemoryRecord"], kept[name])
    text = json.dumps(kept)
    for name, short in {**OTHER_NAMES, **ROOTS}.items():
        text = text.replace(f'/schemas/{name}"', f'/schemas/{short}"')
        text = text.replace(f'"{name}": {{', f'"{short}": {{')
    renamed: dict[str, Any] = json.loads(text)
    return renamed


def _memory_with_more(memory: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    own = {name: each for name, each in schema["properties"].items() if name not in memory["properties"]}
    required = [name for name in schema["required"] if name in own]
    more = {"type": "object", "properties": own, "required": required}
    return {"allOf": [{"$ref": "#/components/schemas/MemoryRecord"}, more]}


def arguments(whole: dict[str, Any]) -> dict[str, Any]:
    schemas = whole_schemas(whole)
    found = {name: _without(schemas[request], left_out) for name, (request, left_out) in FIELDS.items()}
    shared = whole["components"]["parameters"]
    for name, path in PAGES.items():
        given = whole["paths"][path]["get"]["parameters"]
        named = [shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in given]
        parameters = [each for each in named if each["in"] == "query"]
        properties = {each["name"]: {**each["schema"], "description": each["description"]} for each in parameters}
        if "metadata" in properties:
            properties["metadata"] = schemas["RecentRequest"]["properties"]["metadata"]
        found[name] = {"type": "object", "properties": properties}
    return {name: cleaned(_with_instants(schema)) for name, schema in found.items()}


def _without(schema: dict[str, Any], names: list[str]) -> dict[str, Any]:
    properties = {name: each for name, each in schema["properties"].items() if name not in names}
    required = [name for name in schema.get("required", []) if name not in names]
    return {"type": "object", "properties": properties, "required": required}


def _with_instants(schema: dict[str, Any]) -> dict[str, Any]:
    times = {name: {**each, "format": "date-time"} for name, each in schema["properties"].items() if name in INSTANTS}
    return {**schema, "properties": {**schema["properties"], **times}}


def generated(schemas: dict[str, Any], head: str, options: dict[str, str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "models.py")
        info = {"title": "Agent memory", "version": "2"}
        source.write_text(json.dumps({"openapi": "3.1.0", "info": info, "components": {"schemas": schemas}}))
        usual = {
            "input": source,
            "output": target,
            "input-file-type": "openapi",
            "target-python-version": "3.10",
            "enum-field-as-literal": "all",
            "custom-file-header": f'"""{head} Made from openapi.json by scripts/generate.py."""',
        }
        flags = [
            *(
                "disable-timestamp",
                "use-schema-description",
                "use-field-description",
                "use-standard-collections",
            ),
            *("use-union-operator", "use-double-quotes", "collapse-root-models"),
        ]
        command = [sys.executable, "-m", "datamodel_code_generator"]
        command += [f"--{name}={value}" for name, value in {**usual, **options}.items()]
        command += [f"--{name}" for name in flags]
        subprocess.run(command, check=True, timeout=120, stderr=subprocess.PIPE)
        text = target.read_text().replace(*NUMBERS).replace("datetime | None", "datetime | str | None")
    return formatted(text)


def formatted(text: str) -> str:
    ruff = [sys.executable, "-m", "ruff"]
    fix = [
        *ruff,
        "check",
        "--quiet",
        "--fix-only",
        "--isolated",
        "--select",
        "F,I,UP",
        "--target-version",
        "py310",
        "-",
    ]
    form = [*ruff, "format", "--quiet", "--config", str(PACKAGE / "pyproject.toml"), "-"]
    for command in (fix, form):
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=60)
        text = done.stdout
    return text


def synced(path: Path) -> str:
    text = path.read_text()
    for pattern, replacement in SYNC:
        text = re.sub(pattern, replacement, text)
    head, rest = text.split("\n", 1)
    return formatted(f"# Made from ../_async/{path.name} by scripts/generate.py.\n{head}\n{rest}")


def files() -> dict[str, str]:
    whole = json.loads(OPENAPI.read_text())
    models = {"output-model-type": "pydantic_v2.BaseModel", "output-datetime-class": "AwareDatetime"}
    fields = {"output-model-type": "typing.TypedDict", "output-datetime-class": "datetime"}
    source = TARGETS / "_async"
    return {
        **{f"_sync/{path.name}": synced(path) for path in source.glob("*.py") if path.name not in OWN},
        "models.py": generated(answers(whole), "What the service answers.", models),
        "fields.py": generated(arguments(whole), "The fields of requests, as keyword arguments.", fields)
        .replace("list[", "Sequence[")
        .replace("from datetime", "from collections.abc import Sequence\nfrom datetime", 1),
    }


def main() -> None:
    stale = False
    for name, text in files().items():
        target = TARGETS / name
        if "--check" not in sys.argv:
            target.write_text(text)
        elif text != target.read_text():
            stale = True
            lines = difflib.unified_diff(
                target.read_text().splitlines(), text.splitlines(), name, "openapi.json", n=1
            )
            print(*lines, sep="\n")
    if stale:
        sys.exit("The models are not as openapi.json says: run `npm run docs -- python`")


main()
