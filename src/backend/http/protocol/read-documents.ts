import type { RemoteDocument } from './backend-api';
import { WrongAnswer } from './call';
import { fieldOf, idOf, isObject, listOf, objectOf, textOf, type JsonObject } from './json-fields';

/** Of a document as it is listed: what is not metadata where metadata stands beside it. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['id', 'text', 'metadata', 'is_summary', 'isSummary']);

/** A page of a listing. */
export interface Page {
  documents: RemoteDocument[];
  /** Null on the last page. */
  next: string | null;
  /** Where the pages after this one start, as far as the server says; the first is `next`. */
  ahead: readonly string[];
}

export function readDocuments(body: unknown): RemoteDocument[] {
  return listOf(objectOf(body, 'the answer'), 'items', 'documents').map(readDocument);
}

export function readPage(body: unknown): Page {
  const answer = objectOf(body, 'the answer');
  const nested = fieldOf(answer, 'pagination');
  const pagination = isObject(nested) ? nested : answer;
  const next = nextOf(pagination);
  return { documents: readDocuments(body), next, ahead: next === null ? [] : aheadOf(pagination, next) };
}

function readDocument(value: unknown): RemoteDocument {
  const item = objectOf(value, 'a document');
  const text = fieldOf(item, 'text');
  // One that reads as empty would be written back so.
  if (typeof text !== 'string') throw new WrongAnswer('text is missing');
  return {
    id: idOf(item),
    text,
    metadata: metadataOf(item),
    createdAt: textOf(item, 'created_at', 'createdAt'),
  };
}

/** Nested, beside the text, or both. */
function metadataOf(item: JsonObject): JsonObject {
  const nested = fieldOf(item, 'metadata');
  const isNested = isObject(nested);
  // Beside nested metadata the times are the server's own.
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
  // To take it for the end would lose the rest.
  if (!isToken(token)) throw new WrongAnswer('next_token is missing');
  return String(token);
}

function isToken(token: unknown): token is string | number {
  return (typeof token === 'string' && token !== '') || typeof token === 'number';
}

function aheadOf(pagination: JsonObject, next: string): string[] {
  const tokens = fieldOf(pagination, 'page_tokens');
  if (!Array.isArray(tokens) || !tokens.every((token) => typeof token === 'string')) return [next];
  return tokens[0] === next ? tokens : [next];
}
