import { AGENT_ID_FORM, AGENT_PATTERNS, SUPERSESSIONS } from '../agents/agent';
import { HISTORY_EVENTS } from '../backend/memory';
import { EDITED_FIELDS, FIELD_LIST, MEMORY_FIELDS } from '../backend/memory-columns';
import type { FieldValue, MemoryField } from '../backend/memory-field';
import { isMemoryTime, MAX_ACTOR, MAX_DOCUMENT_TEXT, MAX_METADATA } from '../backend/memory-limits';
import {
  choiceRule,
  dictRule,
  flagRule,
  integerRule,
  labelRule,
  listRule,
  MAX_TAG,
  MAX_TAGS,
  NO_PROBLEMS,
  numberRule,
  problem,
  textRule,
  within,
  type Problem,
  type Rule,
} from '../common/field-rules';
import { metadataRule } from '../common/metadata';
import { isObject } from '../common/objects';
import { validInstance } from '../common/request-fields';
import { parseInstant } from '../common/utc-dates';
import { UUID_ANY_CASE } from '../common/uuid';
import { REDACTION_MODES } from '../config/env-choices';
import { MAX_QUOTA, MAX_WRITES } from '../config/env-rules';
import { LINK_FINDERS, LINK_KINDS, LINK_STATES } from '../links/link';
import { duplicateName, MAX_RULES } from '../policy/policy';
import { PolicyRequest } from '../policy/policy.dto';
import type { DataLine, LineKind } from './transfer-line';

/** The rule of each field that a line of a kind must have. Other fields are no part of a row. */
type FieldRules = Readonly<Record<string, Rule>>;

/** What the memory of a line may be: one that `remember` takes, or also one of a document of the backend server. */
export type MemoryLimits = 'remembered' | 'documents';

/** Half of what the columns hold: the service counts on from there. */
const MAX_INTEGER = 2 ** 30;
const MAX_BIGINT = 2 ** 63 - 1024;
const MAX_NAME = 512;
const MAX_TEXT = 10_000;
/** What the head of a part of a form may hold. */
const MAX_FILE_NAME = 20_000;

const uuid = textRule({ pattern: { regex: UUID_ANY_CASE, says: 'Input should be a valid UUID' } });
const time: Rule = (value) => {
  const instant = typeof value === 'string' ? parseInstant(value, 'start') : null;
  if (instant !== null && isMemoryTime(instant)) return NO_PROBLEMS;
  return problem('value_error', 'Input should be a time of the years 1 to 9999', value);
};
const name = textRule({ maxCodePoints: MAX_NAME });
const actor = textRule({ maxCodePoints: MAX_ACTOR });
const text = textRule({ maxCodePoints: MAX_TEXT, allowBlank: true });
const count = numberRule({ min: 0, max: MAX_BIGINT });
const integer = integerRule({ min: 0, max: MAX_INTEGER });
/** Reasons are labels (`labelRule`), but imports of other systems write words: `mem0: expiration date`. */
const expiryReason = textRule({
  pattern: { regex: /^[ -~]{1,64}$/, says: 'Input should have at most 64 printable ASCII characters' },
});
const agentId = textRule({ pattern: AGENT_ID_FORM });
const hex = textRule({ pattern: { regex: /^([0-9a-f]{2}){1,64}$/, says: 'Input should be hexadecimal' } });
const tags = listRule(textRule({ maxCodePoints: MAX_TAG }), 0, MAX_TAGS);
const tagsOfDocuments = listRule(
  textRule({ maxCodePoints: MAX_METADATA, allowBlank: true }),
  0,
  MAX_METADATA,
);

function memoryRules(limits: MemoryLimits): FieldRules {
  const fields = FIELD_LIST.map((field) => [field.column, memoryRule(field, limits)] as const);
  return { namespace: name, ...Object.fromEntries(fields), history: historyRule(limits) };
}

/** Lines of earlier versions lack the fields that were added later. */
function memoryRule(field: MemoryField, limits: MemoryLimits): Rule {
  const rule = field.column === 'expired_by' ? expiryReason : valueRule(field.value, limits);
  if (field.isNullable) return orNull(rule);
  return field.isAddedLater ? ifPresent(rule) : rule;
}

/** Documents have what other programs wrote into them. */
function valueRule(value: FieldValue, limits: MemoryLimits): Rule {
  switch (value.kind) {
    case 'uuid':
      return uuid;
    case 'flag':
      return flagRule;
    case 'label':
      return labelRule;
    case 'time':
      return time;
    case 'metadata':
      return metadataRule;
    case 'tags':
      return limits === 'documents' ? tagsOfDocuments : tags;
    case 'choice':
      return choiceRule(value.values);
    case 'number':
      return numberRule(value);
    case 'text':
      return limits === 'documents' ? textOfDocuments(value) : textRule({ maxCodePoints: value.max });
  }
}

function textOfDocuments({ max, maxInDocument }: Extract<FieldValue, { kind: 'text' }>): Rule {
  if (maxInDocument === undefined) return textRule({ maxCodePoints: max });
  return textRule({ maxCodePoints: maxInDocument, allowBlank: true });
}

/** Former values are those that an edit replaced. Other names among them are kept and mean nothing. */
function historyRule(limits: MemoryLimits): Rule {
  const edited = [...EDITED_FIELDS, MEMORY_FIELDS.updatedAt];
  const former = edited.map((field) => [field.column, ifPresent(memoryRule(field, limits))] as const);
  const actor = valueRule(MEMORY_FIELDS.actorId.value, limits);
  const entry = fieldsRule({
    at: time,
    event: choiceRule(HISTORY_EVENTS),
    session_id: orNull(actor),
    by: actor,
    former: orNull(fieldsRule(Object.fromEntries(former))),
    sweep_id: orNull(uuid),
  });
  return listRule(entry, 0, Infinity);
}

function deletedRules(limits: MemoryLimits): FieldRules {
  return { namespace: name, id: uuid, history: historyRule(limits) };
}

const completePolicy = fieldsRule({
  version: integer,
  retention: dictRule,
  rules: listRule(fieldsRule({ match: dictRule }), 0, MAX_RULES),
  purge_expired_after: text,
});

/** A request may leave out what a stored policy has. */
const policyRule: Rule = (value) => {
  const found = completePolicy(value);
  if (found.length > 0) return found;
  const request = validInstance(PolicyRequest, value as object);
  if (request !== null && duplicateName(request.rules ?? []) === null) return NO_PROBLEMS;
  return problem('value_error', 'Input should be a policy that the service takes', value);
};

const ROWS: Record<Exclude<LineKind, 'memory' | 'deleted'>, FieldRules> = {
  agent: {
    agent_id: agentId,
    namespace: name,
    pattern: choiceRule(AGENT_PATTERNS),
    description: orNull(text),
    status: choiceRule(['ready']),
    supersession: ifPresent(choiceRule(SUPERSESSIONS)),
    redaction: orNull(choiceRule(REDACTION_MODES)),
    redaction_personal: orNull(choiceRule(REDACTION_MODES)),
    max_memories: orNull(integerRule({ min: 1, max: MAX_QUOTA })),
    max_bytes: orNull(integerRule({ min: 1, max: MAX_QUOTA })),
    writes_per_minute: orNull(integerRule({ min: 1, max: MAX_WRITES })),
    created_at: time,
    last_session: orNull(time),
    session_count: integer,
    memory_count: count,
  },
  namespace: { namespace: name, created_at: time, language: name },
  document: {
    namespace: name,
    id: name,
    memory_id: uuid,
    text: textRule({ maxCodePoints: MAX_DOCUMENT_TEXT }),
    metadata: shortJson(MAX_METADATA),
    created_at: time,
  },
  fingerprint: { namespace: name, fingerprint: hex, deleted_at: time },
  policy: { agent_id: agentId, policy: policyRule, updated_at: time },
  sweep: {
    agent_id: agentId,
    sweep_id: uuid,
    sweep_kind: choiceRule(['sweep', 'purge']),
    cause: choiceRule(['manual', 'nightly']),
    status: choiceRule(['running', 'completed', 'held', 'failed', 'undone']),
    evaluated_at: time,
    finished_at: orNull(time),
    scanned: count,
    matched: count,
    changed: count,
    errors: integer,
    per_rule: dictRule,
  },
  file: {
    agent_id: agentId,
    file_id: uuid,
    session_id: actor,
    file_name: textRule({ maxCodePoints: MAX_FILE_NAME, allowBlank: true }),
    file_size: count,
    sha256: hex,
    status: choiceRule(['processing', 'indexed', 'failed']),
    chunks: integer,
    progress: numberRule({ min: 0, max: 1 }),
    error: orNull(text),
    created_at: time,
  },
  conflict: {
    agent_id: agentId,
    date: textRule({ pattern: { regex: /^\d{4}-\d{2}-\d{2}$/, says: 'Input should be a day' } }),
    index: integer,
    type: choiceRule(['contradiction', 'update', 'duplicate']),
    title: text,
    description: text,
    recommendation: text,
    old_memory_id: uuid,
    new_memory_id: uuid,
    resolved: flagRule,
    action: orNull(text),
    resolved_at: orNull(time),
    generated_by: text,
    created_at: time,
  },
  link: {
    agent_id: agentId,
    link_id: uuid,
    newer_id: uuid,
    older_id: uuid,
    link_kind: choiceRule(LINK_KINDS),
    certainty: numberRule({ min: 0, max: 1 }),
    found_by: choiceRule(LINK_FINDERS),
    state: choiceRule(LINK_STATES),
    former_by: orNull(uuid),
    former_to: orNull(time),
    ended_at: orNull(time),
    made_at: time,
    changed_at: time,
    changed_by: actor,
  },
  read: { agent_id: agentId, read_id: agentId, place: integerRule({ min: 1, max: 16 }) },
};

const RULES: Record<MemoryLimits, Record<LineKind, Rule>> = {
  remembered: rulesOf('remembered'),
  documents: rulesOf('documents'),
};

function rulesOf(limits: MemoryLimits): Record<LineKind, Rule> {
  const all = { ...ROWS, memory: memoryRules(limits), deleted: deletedRules(limits) };
  const entries = Object.entries(all).map(([kind, fields]) => [kind, fieldsRule(fields)] as const);
  const rules = Object.fromEntries(entries) as Record<LineKind, Rule>;
  return { ...rules, memory: (value) => firstOf(rules.memory(value), endRule(value)) };
}

function firstOf(one: readonly Problem[], other: readonly Problem[]): readonly Problem[] {
  return one.length > 0 ? one : other;
}

/** An end at the start is that of a memory which another one superseded from its start on. */
const endRule: Rule = (value) => {
  const { valid_from: from, valid_to: to } = value as { valid_from?: unknown; valid_to?: unknown };
  if (typeof from !== 'string' || typeof to !== 'string') return NO_PROBLEMS;
  const [start, end] = [parseInstant(from, 'start'), parseInstant(to, 'start')];
  if (start === null || end === null || end >= start) return NO_PROBLEMS;
  return within('valid_to', problem('value_error', 'valid_to must not be before valid_from', to));
};

/** Why a line cannot become a row that every part of the service can read; null if it can. Never shows a value. */
export function lineProblem({ kind, fields }: DataLine, limits: MemoryLimits): string | null {
  const [found] = RULES[limits][kind](fields);
  return found === undefined ? null : `its ${found.path.join('.')} is refused: ${found.msg}`;
}

function fieldsRule(rules: FieldRules): Rule {
  const entries = Object.entries(rules);
  return (value) => {
    if (!isObject(value)) return problem('dict_type', 'Input should be a valid object', value);
    for (const [field, rule] of entries) {
      const found = rule(Object.hasOwn(value, field) ? value[field] : undefined);
      if (found.length > 0) return within(field, found);
    }
    return NO_PROBLEMS;
  };
}

/** A field that is null may be left out, too. */
function orNull(rule: Rule): Rule {
  return (value) => (value === null || value === undefined ? NO_PROBLEMS : rule(value));
}

function ifPresent(rule: Rule): Rule {
  return (value) => (value === undefined ? NO_PROBLEMS : rule(value));
}

function shortJson(maxCharacters: number): Rule {
  return (value) => {
    const found = dictRule(value);
    if (found.length > 0 || JSON.stringify(value).length <= maxCharacters) return found;
    return problem('too_long', `Input should have at most ${maxCharacters} characters as JSON`, value);
  };
}
