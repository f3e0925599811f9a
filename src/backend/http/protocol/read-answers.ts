import type { RemoteDocument } from '../../document';
import { isObject } from '../../../common/objects';
import type { RemoteAnswer, RemoteHits, RemoteNamespace } from './backend-api';
import { WrongAnswer } from './call';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Throws `WrongAnswer`, whose message names the field, never its value. */
export function objectOf(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new WrongAnswer(`${what} is no object`);
  return value;
}

/** The value of the first name that is present: servers spell names differently. Undefined without one. */
export function fieldOf(object: JsonObject, ...names: readonly string[]): unknown {
  const name = names.find((each) => Object.hasOwn(object, each) && object[each] !== null);
  return name === undefined ? undefined : object[name];
}

function listOf(object: JsonObject, ...names: readonly string[]): unknown[] {
  const value = fieldOf(object, ...names);
  if (!Array.isArray(value)) throw new WrongAnswer(`${names.join(' or ')} is no array`);
  return value;
}

/** A text that is not empty, else null. */
export function textOf(object: JsonObject, ...names: readonly string[]): string | null {
  const value = fieldOf(object, ...names);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** An id, which some servers send as a number; null without one. */
export function idOf(object: JsonObject, ...names: readonly string[]): string | null {
  const id = fieldOf(object, ...names);
  return typeof id === 'number' ? String(id) : textOf(object, ...names);
}

export type JobState = 'running' | 'done' | 'failed';

const DONE = /^(completed?|done|success|succeeded|indexed)$/;
const FAILED = /fail|error|cancel|abort|reject/;

const RETRIEVALS = ['hybrid', 'lexical'] as const;

/** An answer whose fields do not matter: an object, or no body. */
export function readDone(body: unknown): JsonObject {
  return body === null ? {} : objectOf(body, 'the answer');
}

/** The id of the job that does the work; null if the work is done. */
export function readJobId(body: unknown): string | null {
  const answer = readDone(body);
  const status = fieldOf(answer, 'status', 'state');
  // This project's own server names a job for other clients, and has done it.
  if (status === 'completed') return null;
  return idOf(answer, 'job_id', 'jobId');
}

export function readJobState(body: unknown): JobState {
  const status = textOf(objectOf(body, 'the answer'), 'status', 'state')?.toLowerCase();
  if (status === undefined) throw new WrongAnswer('status is missing');
  if (DONE.test(status)) return 'done';
  return FAILED.test(status) ? 'failed' : 'running';
}

export function readNamespaces(body: unknown): RemoteNamespace[] {
  return listOf(objectOf(body, 'the answer'), 'namespaces').map((value) => {
    const item = objectOf(value, 'a namespace');
    const name = textOf(item, 'namespace_name', 'namespaceName', 'name');
    if (name === null) throw new WrongAnswer('namespace_name is missing');
    return { name, itemCount: countOf(fieldOf(item, 'item_count', 'itemCount')) };
  });
}

export function readHits(body: unknown): RemoteHits {
  const answer = objectOf(body, 'the answer');
  const retrieval = RETRIEVALS.find((each) => each === fieldOf(answer, 'retrieval')) ?? null;
  return { hits: listOf(answer, 'results').map(readHit), retrieval };
}

export function readAnswer(body: unknown): RemoteAnswer {
  const object = objectOf(body, 'the answer');
  const answer = fieldOf(object, 'answer');
  if (typeof answer !== 'string') throw new WrongAnswer('answer is missing');
  return { answer, model: textOf(object, 'model') ?? 'backend' };
}

/** Whether the server reports that it deleted everything. */
export function readDeletion(body: unknown): { isWhole: boolean } {
  const answer = readDone(body);
  const errors = fieldOf(answer, 'errors');
  const hasErrors = Array.isArray(errors) ? errors.length > 0 : isObject(errors);
  return { isWhole: !hasErrors && !FAILED.test((textOf(answer, 'status') ?? '').toLowerCase()) };
}

function readHit(value: unknown) {
  const item = objectOf(value, 'a result');
  const score = Number(fieldOf(item, 'score') ?? Number.NaN);
  if (Number.isNaN(score)) throw new WrongAnswer('score is missing');
  const [neighbourScore, timeScore, speakerScore, lexical, vector] = [
    'neighbour_score',
    'time_score',
    'speaker_score',
    'lexical_score',
    'vector_score',
  ].map((name) => partOf(item, name));
  const similarity = fieldOf(item, 'similarity');
  const terms = fieldOf(item, 'matched_terms');
  return {
    id: ownIdOf(item),
    score: clamped(score),
    ...(neighbourScore !== undefined && { neighbourScore }),
    ...(timeScore !== undefined && { timeScore }),
    ...(speakerScore !== undefined && { speakerScore }),
    ...(lexical !== undefined && { lexical: { rank: null, score: lexical } }),
    ...(vector !== undefined &&
      typeof similarity === 'number' && { vector: { rank: null, score: vector, similarity } }),
    ...(fieldOf(item, 'in_thread') === true && { inThread: true }),
    ...(Array.isArray(terms) && { matchedTerms: terms.filter((term) => typeof term === 'string') }),
  };
}

/** A part of the score, where the server names it. */
function partOf(item: JsonObject, name: string): number | undefined {
  const part = fieldOf(item, name);
  return typeof part === 'number' ? clamped(part) : undefined;
}

function clamped(score: number): number {
  return Math.min(1, Math.max(0, score));
}

function ownIdOf(item: JsonObject): string {
  const id = idOf(item, 'id');
  if (id === null) throw new WrongAnswer('id is missing');
  return id;
}

function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null;
}

/** The fields of a listed document that are not metadata. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['id', 'text', 'metadata', 'is_summary', 'isSummary']);

/** A page of a listing. */
export interface Page {
  documents: RemoteDocument[];
  /** Null on the last page. */
  next: string | null;
}

export function readDocuments(body: unknown): RemoteDocument[] {
  return listOf(objectOf(body, 'the answer'), 'items', 'documents').map(readDocument);
}

export function readPage(body: unknown): Page {
  const answer = objectOf(body, 'the answer');
  const nested = fieldOf(answer, 'pagination');
  return { documents: readDocuments(body), next: nextOf(isObject(nested) ? nested : answer) };
}

function readDocument(value: unknown): RemoteDocument {
  const item = objectOf(value, 'a document');
  const text = fieldOf(item, 'text');
  // A missing text must not be read as empty: an edit would write it back.
  if (typeof text !== 'string') throw new WrongAnswer('text is missing');
  return {
    id: ownIdOf(item),
    text,
    metadata: metadataOf(item),
    createdAt: textOf(item, 'created_at', 'createdAt'),
  };
}

/** Metadata is nested, beside the text, or both. */
function metadataOf(item: JsonObject): JsonObject {
  const nested = fieldOf(item, 'metadata');
  const isNested = isObject(nested);
  // With nested metadata, the times beside it are the server's own.
  const beside = Object.entries(item).filter(
    ([name]) => !OWN_FIELDS.has(name) && !(isNested && /^(created|updated)_?at$/i.test(name)),
  );
  return { ...Object.fromEntries(beside), ...(isNested ? nested : {}) };
}

function nextOf(pagination: JsonObject): string | null {
  const hasMore = fieldOf(pagination, 'has_more', 'hasMore');
  const token = fieldOf(pagination, 'next_token', 'nextToken');
  const hasToken = ['next_token', 'nextToken'].some((name) => Object.hasOwn(pagination, name));
  if (hasMore === undefined && !hasToken) {
    throw new WrongAnswer('pagination is missing');
  }
  if (hasMore === false || (hasMore === undefined && !isToken(token))) return null;
  // Taking this for the last page would lose the rest.
  if (!isToken(token)) throw new WrongAnswer('next_token is missing');
  return String(token);
}

function isToken(token: unknown): token is string | number {
  return (typeof token === 'string' && token !== '') || typeof token === 'number';
}
