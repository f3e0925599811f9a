import { Injectable } from '@nestjs/common';
import type { NewDocument, StoredDocument } from '../backend/embedded/documents/document';
import { DocumentStore, type Listing } from '../backend/embedded/documents/document-store';
import { cleanId, documentIdRule } from './document-rule';
import { decodeToken } from './page-token';
import { namespaceNotFound, ProtocolError } from './protocol-error';

/** Pages that an answer tells the way to. */
const PAGES = 16;

export interface Deletion {
  deleted: string[];
  /** Of those asked for, how many there were. */
  count: number;
  refused: { id: unknown; error: string }[];
}

/** Namespaces and their documents, in the terms of the protocol: what is not there is a failure. */
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

  /** Their ids, by name. */
  async namespaceId(name: string): Promise<string> {
    const id = await this.store.findNamespace(name);
    if (id === null) throw namespaceNotFound(name);
    return id;
  }

  async put(namespace: string, documents: readonly NewDocument[]): Promise<void> {
    if (!(await this.store.put(namespace, documents))) throw namespaceNotFound(namespace);
  }

  /** Those that there are, in the order of the ids. */
  async get(namespace: string, ids: readonly string[]): Promise<StoredDocument[]> {
    const found = await this.store.find(await this.namespaceId(namespace), ids);
    const byId = new Map(found.map((document) => [document.id, document]));
    return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  }

  /** Documents that are gone count as deleted. */
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
    const stretch = decodeToken(token, limit);
    return this.store.page(await this.namespaceId(namespace), stretch, limit, PAGES);
  }
}
