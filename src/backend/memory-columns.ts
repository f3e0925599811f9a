import { MAX_SCOPE } from '../common/metadata';
import type { MemoryField } from './memory-field';
import { MEMORY_TYPES, PROVENANCES, STATE_FIELDS, TRUSTS, type Memory } from './memory';
import {
  DEFAULT_CONFIDENCE,
  DEFAULT_PROVENANCE,
  DEFAULT_SOURCE,
  DEFAULT_TRUST,
  DEFAULT_TYPE,
  MAX_ACTOR,
  MAX_CONTENT,
  MAX_DOCUMENT_TEXT,
  MAX_KEY,
  MAX_METADATA,
  MAX_SOURCE_REF,
  MAX_THREAD,
  MAX_TITLE,
} from './memory-limits';

/** Imports of other systems once derived titles of 100 code points and an ellipsis. */
const ELLIPSIS = 3;
const ACTOR = { kind: 'text', max: MAX_ACTOR, maxInDocument: MAX_METADATA } as const;
/** What a client gives and edits, and what every read shows. */
const STATED = { isGiven: true, isEdited: true, isShown: true } as const;
const OPTIONAL = { ...STATED, isNullable: true, default: null, isAddedLater: true } as const;
const BOTH_TOOLS = ['remember', 'update'] as const;

/**
 * The fields of a memory, in the order of an export: the one place that says how each is kept. The recipe for another one
 * is in CONTRIBUTING.md.
 */
export const MEMORY_FIELDS = {
  id: { column: 'id', value: { kind: 'uuid' }, document: null, isShown: true },
  sessionId: { column: 'session_id', value: ACTOR, isNullable: true, document: 'session_id' },
  title: {
    column: 'title',
    value: { kind: 'text', max: MAX_TITLE + ELLIPSIS, maxInDocument: MAX_TITLE + ELLIPSIS },
    document: 'title',
    ...STATED,
    tools: BOTH_TOOLS,
  },
  titleDerived: { column: 'title_derived', value: { kind: 'flag' }, document: 'title_derived' },
  content: {
    column: 'content',
    value: { kind: 'text', max: MAX_CONTENT, maxInDocument: MAX_DOCUMENT_TEXT },
    document: null,
    ...STATED,
    tools: BOTH_TOOLS,
  },
  type: {
    column: 'type',
    value: { kind: 'choice', values: MEMORY_TYPES },
    document: 'memory_type',
    ...STATED,
    default: DEFAULT_TYPE,
    tools: BOTH_TOOLS,
  },
  confidence: {
    column: 'confidence',
    value: { kind: 'number', min: 0, max: 1 },
    document: 'confidence',
    ...STATED,
    default: DEFAULT_CONFIDENCE,
    tools: BOTH_TOOLS,
  },
  tags: {
    column: 'tags',
    value: { kind: 'tags' },
    document: 'tags',
    ...STATED,
    default: [],
    tools: BOTH_TOOLS,
  },
  source: {
    column: 'source',
    value: { kind: 'label' },
    document: 'source',
    ...STATED,
    default: DEFAULT_SOURCE,
  },
  sourceRef: {
    column: 'source_ref',
    value: { kind: 'text', max: MAX_SOURCE_REF, maxInDocument: MAX_METADATA },
    isNullable: true,
    document: 'source_ref',
    isGiven: true,
    default: null,
    isEdited: true,
    isShown: true,
    tools: ['remember'],
    hint: 'Where it comes from',
  },
  thread: {
    column: 'thread',
    value: { kind: 'text', max: MAX_THREAD },
    isNullable: true,
    document: 'thread',
    isGiven: true,
    default: null,
    isShown: true,
    isAddedLater: true,
    tools: ['remember'],
  },
  scope: {
    column: 'scope',
    value: { kind: 'text', max: MAX_SCOPE },
    isNullable: true,
    document: 'scope',
    isGiven: true,
    default: null,
    isShown: true,
    isAddedLater: true,
    tools: ['remember'],
    hint: 'For whom, e.g. user:dana',
  },
  validFrom: {
    column: 'valid_from',
    value: { kind: 'time' },
    document: 'valid_from',
    ...OPTIONAL,
    tools: ['remember'],
    hint: 'Holds from',
  },
  validTo: {
    column: 'valid_to',
    value: { kind: 'time' },
    document: 'valid_to',
    ...OPTIONAL,
    tools: BOTH_TOOLS,
    hint: 'Holds until',
  },
  names: {
    column: 'names',
    value: { kind: 'tags' },
    document: 'names',
    ...STATED,
    default: [],
    isAddedLater: true,
    tools: ['remember'],
    hint: 'Other names of its subject',
  },
  key: {
    column: 'key',
    value: { kind: 'text', max: MAX_KEY },
    document: 'key',
    ...OPTIONAL,
    tools: ['remember'],
    hint: 'Subject, e.g. user.city; its newest is current',
  },
  past: {
    column: 'past',
    value: { kind: 'flag' },
    document: 'past',
    ...OPTIONAL,
  },
  supersededBy: {
    column: 'superseded_by',
    value: { kind: 'uuid' },
    isNullable: true,
    document: 'superseded_by',
    default: null,
    isEdited: true,
    isShown: true,
    isAddedLater: true,
  },
  expiresAt: {
    column: 'expires_at',
    value: { kind: 'time' },
    document: 'expires_at',
    ...OPTIONAL,
    tools: ['remember'],
  },
  metadata: {
    column: 'metadata',
    value: { kind: 'metadata' },
    document: 'memory_metadata',
    ...STATED,
    default: {},
    isAddedLater: true,
    tools: BOTH_TOOLS,
  },
  provenance: {
    column: 'provenance',
    value: { kind: 'choice', values: PROVENANCES },
    document: 'provenance',
    isGiven: true,
    default: DEFAULT_PROVENANCE,
    isShown: true,
  },
  trust: {
    column: 'trust',
    value: { kind: 'choice', values: TRUSTS },
    document: 'trust',
    default: DEFAULT_TRUST,
    isEdited: true,
    isJudged: true,
    isShown: true,
    isAddedLater: true,
  },
  trustReasons: {
    column: 'trust_reasons',
    value: { kind: 'tags' },
    document: 'trust_reasons',
    default: [],
    isEdited: true,
    isJudged: true,
    isShown: true,
    isAddedLater: true,
  },
  actorId: { column: 'actor_id', value: ACTOR, document: 'actor_id', isShown: true },
  status: {
    column: 'status',
    value: { kind: 'choice', values: ['active', 'expired'] },
    document: 'status',
    isShown: true,
  },
  expiredAt: {
    column: 'expired_at',
    value: { kind: 'time' },
    isNullable: true,
    document: 'expired_at',
    isShown: true,
  },
  expiredBy: {
    column: 'expired_by',
    value: { kind: 'label' },
    isNullable: true,
    document: 'expired_by',
    isShown: true,
  },
  createdAt: { column: 'created_at', value: { kind: 'time' }, document: 'created_at', isShown: true },
  updatedAt: { column: 'updated_at', value: { kind: 'time' }, document: 'updated_at', isShown: true },
} as const satisfies Readonly<Record<keyof Memory, MemoryField>>;

type Fields = typeof MEMORY_FIELDS;
type NamesWith<Property extends string> = {
  [Name in keyof Fields]: Fields[Name] extends Readonly<Record<Property, unknown>> ? Name : never;
}[keyof Fields];

export type EditedName = NamesWith<'isEdited'>;
/** Edited fields that may be null. */
export type ClearedName = EditedName & NamesWith<'isNullable'>;
export type ClearedColumn = Fields[ClearedName]['column'];
/** Those that a request may give, by their names in SQL and in requests. */
export type EditedColumn = Fields[Exclude<EditedName, NamesWith<'isJudged'>>]['column'];
export type DefaultedName = NamesWith<'default'>;
/** A memory by its names in SQL. */
export type ByColumn = { [Name in keyof Fields as Fields[Name]['column']]: Memory[Name] };

export type NamedField<Name extends keyof Memory = keyof Memory> = MemoryField & { name: Name };

/** `MEMORY_FIELDS` with their names, in order. */
export const FIELD_LIST: readonly NamedField[] = (Object.keys(MEMORY_FIELDS) as (keyof Memory)[]).map(
  (name) => ({ name, ...MEMORY_FIELDS[name] }),
);

export const EDITED_FIELDS = FIELD_LIST.filter(({ isEdited }) => isEdited) as NamedField<EditedName>[];

/** Those that a request to edit may give. */
export const ASKED_FIELDS = EDITED_FIELDS.filter(({ isJudged }) => !isJudged);

/** Those that an edit can make null. */
export const CLEARED_FIELDS = EDITED_FIELDS.filter(
  ({ isNullable }) => isNullable,
) as NamedField<ClearedName>[];

/** Those of a memory that is not stored yet. */
export const NEW_FIELDS = FIELD_LIST.filter(
  ({ name }) => !(STATE_FIELDS as readonly string[]).includes(name),
);

/** What a writer may leave out. Do not change the list of tags. */
export const MEMORY_DEFAULTS = Object.fromEntries(
  FIELD_LIST.filter((field) => 'default' in field).map((field) => [field.name, field.default]),
) as Pick<Memory, DefaultedName>;

/** The other columns of the table `memories`, which follow from the place of a memory and from what wrote it. */
export const OTHER_COLUMNS = [
  'namespace_id',
  'seq', // The order of storing. Exports have it.
  /** Of the content, by which duplicates are found. */
  'content_key',
  /** The transactions that last wrote the row, and the text by which it is found. */
  'xid',
  'text_xid',
] as const;
