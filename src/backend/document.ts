import { type Memory, deriveTitle, MEMORY_TYPES } from './memory';
import { FIELD_LIST } from './memory-columns';
import {
  instantIn,
  joinTags,
  labelIn,
  provenanceIn,
  storableText,
  textIn,
  typeIn,
  valueIn,
} from './document-metadata';
import { firstCodePoints } from '../common/text';
import { MAX_TITLE } from './memory-limits';

/** A document to store. On the wire its `metadata` stands beside `id` and `text`. */
export interface OutgoingDocument {
  id: string;
  text: string;
  metadata: Readonly<Record<string, string>>;
}

/** A document from the server. Other programs write documents too, so its metadata can be anything. */
export interface RemoteDocument {
  id: string;
  text: string;
  metadata: Readonly<Record<string, unknown>>;
  /** When the server received it; null if it does not say. */
  createdAt: string | null;
}

/** Who acted is not known of a document that says nothing of it. */
const UNKNOWN_ACTOR = 'unknown';
const DEFAULT_SOURCE = 'agent';
const DEFAULT_REASON = 'manual';
/** What a document without a type is taken for: a part of a file. */
const PART_OF_FILE = { type: 'artifact', source: 'upload', provenance: 'imported' } as const;

/** Stands for the unknown time of a document. It is shown, but never written. */
export const NO_TIME: Readonly<Date> = new Date(0);

/** Whether the age of a memory is known: a sweep leaves alone what has no usable timestamp. */
export function hasKnownAge(memory: Pick<Memory, 'createdAt' | 'updatedAt'>): boolean {
  return memory.createdAt.getTime() > NO_TIME.getTime() || memory.updatedAt.getTime() > NO_TIME.getTime();
}

/** The fields with the keys of metadata that hold them. The actor has two: other programs read `agent_id`. */
const WRITTEN = FIELD_LIST.flatMap((field) =>
  field.document === null ? [] : [{ ...field, key: field.document }],
);
const AGENT_KEY = 'agent_id';

/** The metadata keys that `toDocument` writes; other programs may add more. */
export const OWN_KEYS: ReadonlySet<string> = new Set([AGENT_KEY, ...WRITTEN.map(({ key }) => key)]);

/** A memory as a document: all that it holds, none of it lost by `toMemory`. */
export function toDocument(memory: Memory): OutgoingDocument {
  const metadata: Record<string, string> = { [AGENT_KEY]: memory.actorId };
  for (const { name, key } of WRITTEN) {
    const text = isUnknownTime(name, memory) ? null : metadataText(memory[name]);
    if (text !== null) metadata[key] = text;
  }
  const text = `[${memory.type.toUpperCase()}] ${memory.title}\n\n${memory.content}`;
  return { id: memory.id, text, metadata };
}

/** Writing a document back does not invent an unknown time: the server may still report it. */
function isUnknownTime(name: keyof Memory, memory: Memory): boolean {
  const isOfRecord = name === 'createdAt' || name === 'updatedAt' || name === 'expiredAt';
  return isOfRecord && memory[name]?.getTime() === NO_TIME.getTime();
}

/** Null: the metadata has no such key. */
function metadataText(value: Memory[keyof Memory]): string | null {
  if (value === null || typeof value !== 'object') return value === null ? null : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length === 0 ? null : joinTags(value);
  return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

/** Fields that depend on each other, or on more of a document than the value of their key. */
type DependentName = (typeof DEPENDENT)[number];
const DEPENDENT = [
  'id',
  'title',
  'titleDerived',
  'content',
  'type',
  'source',
  'provenance',
  'actorId',
  'status',
  'expiredAt',
  'expiredBy',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Memory)[];
const INDEPENDENT = WRITTEN.filter(({ name }) => !(DEPENDENT as readonly string[]).includes(name));

/** Missing and invalid fields get their defaults. */
function independentFields(metadata: RemoteDocument['metadata']): Omit<Memory, DependentName> {
  const entries = INDEPENDENT.map((field) => {
    return [field.name, valueIn(field.value, metadata[field.key]) ?? field.default ?? null];
  });
  return Object.fromEntries(entries) as Omit<Memory, DependentName>;
}

/**
 * The memory that a document stands for. Never throws: what is missing or strange reads as the default. A document
 * without a type is a part of a file; without a time it is as old as the server says, or of `NO_TIME`.
 */
export function toMemory(document: RemoteDocument): Memory {
  const { id, metadata } = document;
  const type = typeIn(metadata.memory_type);
  const defaults = type === null ? PART_OF_FILE : { type, source: DEFAULT_SOURCE, provenance: null };
  const createdAt = instantIn(metadata.created_at) ?? instantIn(document.createdAt) ?? NO_TIME;
  const updatedAt = instantIn(metadata.updated_at) ?? createdAt;
  const fields = independentFields(metadata);
  return {
    ...withoutWrongEnd(fields),
    id,
    ...titleAndContent(document, fields.tags),
    type: defaults.type,
    source: labelIn(metadata.source) ?? defaults.source,
    provenance: provenanceIn(metadata.provenance) ?? defaults.provenance ?? 'explicit_statement',
    actorId: textIn(metadata.actor_id) ?? textIn(metadata.agent_id) ?? UNKNOWN_ACTOR,
    ...expiryOf(metadata, updatedAt),
    createdAt,
    updatedAt,
  };
}

/** An end before the start is none. */
function withoutWrongEnd<Times extends Pick<Memory, 'validFrom' | 'validTo'>>(times: Times): Times {
  const { validFrom, validTo } = times;
  return validFrom !== null && validTo !== null && validTo < validFrom ? { ...times, validTo: null } : times;
}

function titleAndContent(
  { text, metadata }: RemoteDocument,
  tags: readonly string[],
): Pick<Memory, 'title' | 'content' | 'titleDerived'> {
  const { title, content } = readHead(storableText(text), textIn(metadata.title), {
    // Only others put the tags into the text: what stands at the end of ours is content.
    footer: textIn(metadata.title_derived) === null ? tags : [],
  });
  const derived = textIn(metadata.title_derived);
  return {
    title,
    content,
    titleDerived: derived === null ? derivesTitle(title, content) : derived === 'true',
  };
}

/** The stamp goes with the status: if the time of expiry is unknown, it is the time of the last change. */
function expiryOf(
  metadata: RemoteDocument['metadata'],
  updatedAt: Date,
): Pick<Memory, 'status' | 'expiredAt' | 'expiredBy'> {
  if (textIn(metadata.status)?.trim().toLowerCase() !== 'expired') {
    return { status: 'active', expiredAt: null, expiredBy: null };
  }
  return {
    status: 'expired',
    expiredAt: instantIn(metadata.expired_at) ?? updatedAt,
    expiredBy: labelIn(metadata.expired_by) ?? DEFAULT_REASON,
  };
}

const GAP = '\n\n';
const FOOTER = '\n\nTags: ';
const TYPED_LINE = /^\[([A-Za-z]{1,20})\] (.*)/;
const TYPES: ReadonlySet<string> = new Set(MEMORY_TYPES);

interface TitledText {
  title: string;
  content: string;
}

/**
 * Title and content of a text `[TYPE] title`, blank line, content. A title given beside the text counts first; a text
 * without a head is content. A footer that repeats the tags of `footer` is left out.
 */
function readHead(text: string, title: string | null, { footer }: { footer: readonly string[] }): TitledText {
  const head = headOf(text, title);
  const content = withoutFooter(text.slice(head?.length ?? 0), footer);
  const named = title ?? head?.title ?? '';
  return { title: cutTitle(named, title === null, content), content };
}

function derivesTitle(title: string, content: string): boolean {
  return title === deriveTitle(content);
}

/** The head and how far it goes, with the gap behind it; null when the text has none. */
function headOf(text: string, title: string | null): { title: string; length: number } | null {
  const line = TYPED_LINE.exec(text);
  if (line === null || !TYPES.has((line[1] ?? '').toLowerCase())) return null;
  const start = `[${line[1]}] `.length;
  // A title may hold line breaks: the one that is known says where the head ends.
  if (title !== null && text.startsWith(title + GAP, start)) {
    return { title, length: start + title.length + GAP.length };
  }
  const end = text.indexOf(GAP, start);
  // A title alone is what there is to say, too.
  if (end < 0) return { title: text.slice(start), length: start };
  return { title: text.slice(start, end), length: end + GAP.length };
}

function withoutFooter(content: string, tags: readonly string[]): string {
  const at = tags.length === 0 ? -1 : content.lastIndexOf(FOOTER);
  if (at < 0) return content;
  const named = content.slice(at + FOOTER.length).split(',');
  const same = named.length === tags.length && named.every((tag, index) => tag.trim() === tags[index]);
  return same ? content.slice(0, at) : content;
}

function cutTitle(title: string, mayDerive: boolean, content: string): string {
  if (mayDerive && title.trim() === '') return deriveTitle(content);
  return firstCodePoints(title, MAX_TITLE);
}
