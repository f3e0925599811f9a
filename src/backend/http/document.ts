import { type Memory, deriveTitle, MEMORY_TYPES } from '../memory';
import type { OutgoingDocument, RemoteDocument } from './protocol/backend-api';
import {
  confidenceIn,
  instantIn,
  joinTags,
  labelIn,
  provenanceIn,
  storableText,
  tagsIn,
  textIn,
  threadIn,
  typeIn,
} from './metadata';
import { firstCodePoints } from '../../common/text';
import { MAX_TITLE } from '../memory-limits';

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

/** A memory as a document: all that it holds, none of it lost by `toMemory`. */
export function toDocument(memory: Memory): OutgoingDocument {
  const { sessionId, sourceRef, thread, expiredAt, expiredBy, tags } = memory;
  return {
    id: memory.id,
    text: `[${memory.type.toUpperCase()}] ${memory.title}\n\n${memory.content}`,
    metadata: {
      title: memory.title,
      title_derived: String(memory.titleDerived),
      memory_type: memory.type,
      agent_id: memory.actorId,
      actor_id: memory.actorId,
      ...(sessionId === null ? {} : { session_id: sessionId }),
      source: memory.source,
      ...(sourceRef === null ? {} : { source_ref: sourceRef }),
      ...(thread === null ? {} : { thread }),
      confidence: String(memory.confidence),
      status: memory.status,
      provenance: memory.provenance,
      ...(tags.length === 0 ? {} : { tags: joinTags(tags) }),
      ...timeOf('created_at', memory.createdAt),
      ...timeOf('updated_at', memory.updatedAt),
      ...(expiredAt === null ? {} : { expired_at: expiredAt.toISOString() }),
      ...(expiredBy === null ? {} : { expired_by: expiredBy }),
    },
  };
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
  const tags = tagsIn(metadata.tags);
  return {
    id,
    sessionId: textIn(metadata.session_id),
    ...titleAndContent(document, tags),
    type: defaults.type,
    confidence: confidenceIn(metadata.confidence),
    tags,
    source: labelIn(metadata.source) ?? defaults.source,
    sourceRef: textIn(metadata.source_ref),
    thread: threadIn(metadata.thread),
    provenance: provenanceIn(metadata.provenance) ?? defaults.provenance ?? 'explicit_statement',
    actorId: textIn(metadata.actor_id) ?? textIn(metadata.agent_id) ?? UNKNOWN_ACTOR,
    ...expiryOf(metadata, updatedAt),
    createdAt,
    updatedAt,
  };
}

/** Writing a document back does not invent an unknown time: the server may still report it. */
function timeOf(field: string, time: Date): Record<string, string> {
  return time.getTime() === NO_TIME.getTime() ? {} : { [field]: time.toISOString() };
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
