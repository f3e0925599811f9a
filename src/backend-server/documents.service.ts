import { Injectable } from '@nestjs/common';
import type { NewDocument, StoredDocument, SequenceRange } from '../backend/embedded/documents/document';
import { DocumentStore, type Listing } from '../backend/embedded/documents/document-store';
import { cleanId, documentIdRule } from './documents.dto';
import { namespaceNotFound, ProtocolError } from './protocol-error';

/** Tokens of following pages per answer. */
const PAGES = 16;

interface Deletion {
  deleted: string[];
  /** How many of the documents existed. */
  count: number;
  refused: { id: unknown; error: string }[];
}

/** Namespaces and their documents. A missing namespace is a `ProtocolError`. */
@Injectable()
export class DocumentsService {
  constructor(private readonly store: DocumentStore) {}

  async createNamespace(name: string): Promise<void> {
    if (await this.store.createNamespace(name)) return;
    throw new ProtocolError('namespace_exists', `Namespace '${name}' exists already`);
  }

  async deleteNamespace(name: string): Promise<void> {
    if (!(await this.store.dropNamespace(name))) throw namespaceNotFound(name);
  }

  listNamespaces(): Promise<{ name: string; count: number }[]> {
    return this.store.listNamespaces();
  }

  async namespaceId(name: string): Promise<string> {
    const id = await this.store.findNamespace(name);
    if (id === null) throw namespaceNotFound(name);
    return id;
  }

  async put(namespace: string, documents: readonly NewDocument[]): Promise<void> {
    if (!(await this.store.put(namespace, documents))) throw namespaceNotFound(namespace);
  }

  /** The existing documents, in the order of the ids. */
  async get(namespace: string, ids: readonly string[]): Promise<StoredDocument[]> {
    const found = await this.store.find(await this.namespaceId(namespace), ids);
    const byId = new Map(found.map((document) => [document.id, document]));
    return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  }

  /** Missing documents count as deleted. */
  async delete(namespace: string, ids: readonly unknown[]): Promise<Deletion> {
    const namespaceId = await this.namespaceId(namespace);
    const refused = ids.flatMap((id) => {
      const [found] = documentIdRule(id);
      return found ? [{ id, error: found.msg }] : [];
    });
    const wanted = [...new Set(ids.filter((id) => documentIdRule(id).length === 0).map(cleanId))];
    const gone = wanted.length === 0 ? [] : await this.store.delete(namespaceId, wanted);
    return { deleted: wanted, count: gone.length, refused };
  }

  async list(namespace: string, token: string | null, limit: number): Promise<Listing> {
    const range = decodeToken(token, limit);
    return this.store.page(await this.namespaceId(namespace), range, limit, PAGES);
  }
}

const FORM = /^(0|[1-9]\d{0,15})(?:\.([1-9]\d{0,15})\.([1-9]\d{0,2}))?$/;

/** The position of a page: opaque to clients, and safe in a URL. */
export function encodeToken({ after, until }: SequenceRange, limit: number): string {
  return Buffer.from(until === null ? `${after}` : `${after}.${until}.${limit}`).toString('base64url');
}

/**
 * The page of a token; the first page for null or an empty token. The end of a page counts only for the limit it was
 * computed with.
 */
export function decodeToken(token: string | null, limit: number): SequenceRange {
  if (token === null || token === '') return { after: 0, until: null };
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const parts = FORM.exec(text);
  const [after, until, measured] = (parts ?? []).slice(1).map((part) => Number(part as string | undefined));
  if (after === undefined || !isSafe(after) || Buffer.from(text, 'latin1').toString('base64url') !== token) {
    throw new ProtocolError('bad_request', 'next_token is not one of this listing');
  }
  const isBounded = until !== undefined && isSafe(until) && measured === limit;
  return { after, until: isBounded ? until : null };
}

function isSafe(number: number): boolean {
  return Number.isSafeInteger(number);
}
