"""What Schemathesis must know about the service: who may call what, and which refusals are part of the interface.

Read by `npm run test:fuzz`, which starts the service, plants what the requests are about, and names it in
`FUZZ_PLANTED`: `{url, key, ids, deletable, credentials}`, with the management credential, the ids that exist by the
parameters they are for, such ids to be deleted, and whether requests carry credentials.
"""

import copy
import json
import os
import re
import zlib

import requests
import schemathesis
from schemathesis.core.failures import AcceptedNegativeData, ServerError
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import CoveragePhaseData
from schemathesis.openapi.checks import RejectedPositiveData, UndefinedStatusCode, UseAfterFree
from schemathesis.transport import SerializationContext
from schemathesis.transport.requests import prepare_multipart_parts

PLANTED = json.loads(os.environ["FUZZ_PLANTED"])
AGENTS = PLANTED["ids"]["agent_id"]
API = PLANTED["url"] + "/api/v2"
TIMEOUT_S = 60

MANAGEMENT = {"Authorization": "Bearer " + PLANTED["key"]}

AGENT_ID = re.compile("[A-Za-z0-9_-]{1,128}")
FILE_NAMES = ["a.txt", "a.md", "a.csv", "a.json", "a.pdf", "a.docx", "a.xlsx", "a.exe", "a", "../\u00e4.txt"]

# Of 500 these alone are part of the interface; any other is an unexpected failure.
DOCUMENTED_500 = {
    "The session belongs to another agent",
    "The conflict was not resolved; nothing changed",
}

# Rules that JSON Schema has no word for, by what the service says of them.
BEYOND_SCHEMAS = (
    "Text must not hold null characters or lone surrogates",
    "Text must not be blank",
    "not a cursor of this listing",
    "the calendar has no such day",
    "Invalid date: use",
    "Give at least one of:",
    "Nothing to update",
    "This must not be stored",
    "this service did not sign the receipt",
    "expected a name or an identifier",
    "Value error, expected words",
    "There is no such setting",
    # `If-Match` is compared with what is stored.
    "It was changed meanwhile: read it again",
    "The latest version is",
    "that names some instant",
    "The file is empty",
    "Only a dry run takes a policy",
    "Field required with upsert",
    '"clear"],"msg":"Value error, ',
    # A parameter that holds JSON.
    '"loc":["query","metadata"],"msg":"Input should be a valid object"',
    '"conflict_index"],"msg":"Field required"',
    "send it without conflict_index and date",
    "An earlier rule is named",
    "Value should be a whole number above 0 with m, h, d, w, mo or y",
    "in the future",
    "a URL of http or https",
    "an agent does not read itself",
    "the memory is there already",
    "a key with manage access is for all memories",
    # Keys and sizes of metadata: OpenAPI 3.0, which Nest writes, says nothing of the names of properties.
    "Keys should have 1 to 64 characters and no null character",
    "Keys cannot be __proto__",
    "Metadata should have at most 4096 bytes as JSON",
    # A filter of metadata takes lists of plain values; the document says only that they are lists, for its size.
    "Input should be a text, a number, true, false, null",
    # The fuzzer gives form fields names that no form may have, and files without an ending.
    "The multipart form is broken, or breaks off",
    "are not supported: use .pdf",
)

tokens: dict[str, str] = {}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Examples are about what is planted, and where they delete, about what nobody will miss."""
    # The lines of an import are of the service's own form, which test/transfer.e2e-spec.ts sends.
    raw_schema["paths"].pop("/api/v2/import", None)
    for item in raw_schema["paths"].values():
        for method, operation in item.items():
            ids = {name: values[0] for name, values in PLANTED["ids"].items()}
            if method == "delete":
                ids.update(PLANTED["deletable"].get(operation["operationId"], {}))
            # Shared ones become the operation's own, whose example may differ.
            shared = raw_schema["components"].get("parameters", {})
            operation["parameters"] = [
                copy.deepcopy(shared[each["$ref"].rsplit("/", 1)[1]]) if "$ref" in each else each
                for each in operation.get("parameters", [])
            ]
            for parameter in operation["parameters"]:
                if parameter["in"] == "path" and parameter["name"] in ids:
                    parameter["example"] = ids[parameter["name"]]
            for body in operation.get("requestBody", {}).get("content", {}).values():
                # On the day of the examples nothing happened.
                body.setdefault("example", example_of(body["schema"], raw_schema)).pop("date", None)


def example_of(schema, raw_schema) -> dict:
    """Of the properties of an object, with those of the schemas that it extends; none of what is no object."""
    if "$ref" in schema:
        schema = raw_schema["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    examples = {}
    for part in schema.get("allOf", []):
        examples.update(example_of(part, raw_schema))
    for name, each in schema.get("properties", {}).items():
        if each.get("example") is not None:
            examples[name] = copy.deepcopy(each["example"])
    return examples


def operation_id(operation) -> str:
    return operation.definition.raw.get("operationId", "")


def schemes_of(operation) -> set[str]:
    return {name for each in operation.definition.raw.get("security") or [] for name in each}


def token_for(agent: object) -> str:
    """Of the agent where there is one, and else of another: the service must refuse it there."""
    if agent not in tokens and isinstance(agent, str) and AGENT_ID.fullmatch(agent):
        if agent in AGENTS:
            managed("", json={"agent_id": agent})
        answer = managed(f"/{agent}/activate")
        if answer.status_code == 200:
            tokens[agent] = answer.json()["session_token"]
    return tokens[agent] if agent in tokens else token_for(AGENTS[0])


def managed(path: str, **body) -> requests.Response:
    return requests.post(f"{API}/agents{path}", headers=MANAGEMENT, timeout=TIMEOUT_S, **body)


@schemathesis.auth(refresh_interval=None)
class Credentials:
    def get(self, case, context):
        if not PLANTED["credentials"]:
            return None
        schemes = schemes_of(context.operation)
        headers = {}
        if "session" in schemes:
            headers["X-Session-Token"] = token_for(case.path_parameters.get("agent_id"))
        if "management_bearer" in schemes:
            headers.update(MANAGEMENT)
        return headers or None

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), **data}


@schemathesis.hook
def before_call(context, case, kwargs):
    if PLANTED["credentials"] and case.meta and isinstance(case.meta.phase.data, CoveragePhaseData):
        lead_somewhere(case)
    name_file(context, case, kwargs)


def lead_somewhere(case) -> None:
    """The phase of coverage makes up ids, and has one key for all bodies; it should get further than that."""
    path = case.meta.components.get(ParameterLocation.PATH)
    if path is not None and path.mode.is_positive:
        for name in case.path_parameters:
            if name in PLANTED["ids"] and case.path_parameters[name] not in PLANTED["ids"][name]:
                case.path_parameters[name] = PLANTED["ids"][name][0]
    if case.meta.phase.data.parameter != "Idempotency-Key" and case.headers:
        case.headers.pop("Idempotency-Key", None)


def name_file(context, case, kwargs) -> None:
    """By the bytes of the file, so that a run can be repeated."""
    if operation_id(context.operation) != "uploadFile" or not isinstance(case.body, dict):
        return
    files, _ = prepare_multipart_parts(SerializationContext(case=case), case.body)
    if files:
        kwargs["files"] = [named(*part) for part in files]


def named(field, part):
    if field != "file" or part[0] is None:
        return field, part
    name = FILE_NAMES[zlib.crc32(repr(part[1]).encode()) % len(FILE_NAMES)]
    return field, (name, *part[1:])


@schemathesis.hook
def after_call(context, case, response):
    """Activation replaces the session of an agent; deactivation and deletion end it. Settings are put back."""
    if response.status_code != 200:
        return
    agent = (case.path_parameters or {}).get("agent_id")
    name = operation_id(context.operation)
    if name == "activate":
        tokens[agent] = response.json()["session_token"]
    if name in ("deactivate", "deleteAgent"):
        tokens.pop(agent, None)
    if name == "changeSettings":
        put_back(response.json()["updated"])


def put_back(keys) -> None:
    """Sessions that last for a millisecond would keep all other requests out."""
    unset = dict.fromkeys(keys)
    requests.patch(f"{PLANTED['url']}/api/ui/config", json=unset, timeout=TIMEOUT_S).raise_for_status()
    tokens.clear()


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """False for what only looks like a failure."""
    if isinstance(failure, ServerError):
        return not (response.status_code == 500 and message_of(response) in DOCUMENTED_500)
    if isinstance(failure, RejectedPositiveData):
        return not any(each in response.text for each in BEYOND_SCHEMAS)
    if isinstance(failure, AcceptedNegativeData):
        # The fuzzer learns from the refusals of upserts that it is required. Without `upsert: true` it is not.
        if "Missing required property: source_ref" in failure.message:
            return False
        # Where a body may be left out, `null` is none.
        return not (case.body is None and not body_is_required(context.operation))
    if isinstance(failure, UndefinedStatusCode):
        # A head that is too large is refused before its route is known.
        return response.status_code != 431
    if isinstance(failure, UseAfterFree):
        # The planted agents were created again.
        return (case.path_parameters or {}).get("agent_id") not in AGENTS
    return True


def message_of(response) -> object:
    try:
        return response.json()["detail"]["message"]
    except (ValueError, LookupError, TypeError):
        return None


def body_is_required(operation) -> bool:
    return operation.definition.raw.get("requestBody", {}).get("required", False)
