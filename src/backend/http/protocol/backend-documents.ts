import { MAX_DOCUMENTS, RemoteNotFound, type OutgoingDocument, type RemoteDocument } from './backend-api';
import type { BackendJobs } from './backend-jobs';
import type { BackendOptions } from './backend-options';
import type { BackendTransport } from './backend-transport';
import { pathOf, type Call, type Reply } from './call';
import { EndlessPages, WALK_LIMITS, walkPages } from './page-walk';
import { readDeletion, readJobId, type Page, readDocuments, readPage } from './read-answers';
import { slicesOf } from './slices';

const PAGE_SIZE = 100;
/** Limit of the texts of a put: servers accept bodies of a few MiB. */
const MAX_PUT_BYTES = 2 * 1_024 * 1_024;
const NOT_FOUND = 404;
const SPELLINGS = { cloud: ['documents', 'items'], 'on-prem': ['items', 'documents'] } as const;

const LIST: Pick<Call<Page>, 'name' | 'method' | 'isRepeatable' | 'read'> = {
  name: 'list documents',
  method: 'GET',
  isRepeatable: true,
  read: readPage,
};

export class BackendDocuments {
  private readonly getting: SpelledPath;
  private readonly deleting: SpelledPath;

  constructor(
    private readonly transport: BackendTransport,
    private readonly jobs: BackendJobs,
    { mode }: Pick<BackendOptions, 'mode'>,
  ) {
    this.getting = new SpelledPath(SPELLINGS[mode]);
    this.deleting = new SpelledPath(SPELLINGS[mode]);
  }

  async put(namespace: string, documents: readonly OutgoingDocument[]): Promise<void> {
    for (const slice of slicesOf(documents, MAX_DOCUMENTS, MAX_PUT_BYTES, sizeOf)) {
      const call: Call<string | null> = {
        name: 'put documents',
        method: 'POST',
        path: pathOf('namespaces', namespace, 'documents'),
        body: { documents: slice.map(({ id, text, metadata }) => ({ ...metadata, id, text })) },
        isRepeatable: true,
        read: readJobId,
      };
      this.valueOf(namespace, call, await this.jobs.run(namespace, 'upload-jobs', call));
    }
  }

  async get(namespace: string, ids: readonly string[]): Promise<RemoteDocument[]> {
    const slices = slicesOf(ids, MAX_DOCUMENTS).map((slice) => this.getSome(namespace, slice));
    return (await Promise.all(slices)).flat();
  }

  async delete(namespace: string, ids: readonly string[]): Promise<void> {
    for (const slice of slicesOf(ids, MAX_DOCUMENTS)) await this.deleteSome(namespace, slice);
  }

  async *pages(namespace: string): AsyncIterable<RemoteDocument[]> {
    const path = pathOf('namespaces', namespace, 'documents', 'fetch-text-data');
    const fetch = async (token: string | null, signal: AbortSignal) => {
      const query = { limit: PAGE_SIZE, ...(token !== null && { next_token: token }) };
      const reply = await this.transport.call<Page>({ ...LIST, path, query, signal });
      if (reply.isGood) return reply.value;
      if (reply.status === NOT_FOUND) return null;
      throw this.transport.refused(LIST, reply.status);
    };
    try {
      yield* walkPages(fetch, WALK_LIMITS);
    } catch (error) {
      throw error instanceof EndlessPages ? this.transport.undone(LIST, error.message) : error;
    }
  }

  private async getSome(namespace: string, ids: readonly string[]): Promise<RemoteDocument[]> {
    const callOf = (spelling: string): Call<RemoteDocument[]> => ({
      name: 'get documents',
      method: 'POST',
      path: pathOf('namespaces', namespace, spelling, 'get'),
      body: { ids },
      isRepeatable: true,
      read: readDocuments,
    });
    const reply = await this.getting.call(this.transport, callOf);
    return this.valueOf(namespace, { name: 'get documents' }, reply);
  }

  private async deleteSome(namespace: string, ids: readonly string[]): Promise<void> {
    const callOf = (spelling: string): Call<{ isWhole: boolean }> => ({
      name: 'delete documents',
      method: 'POST',
      path: pathOf('namespaces', namespace, spelling, 'delete'),
      body: { ids },
      isRepeatable: true,
      read: readDeletion,
    });
    const reply = await this.deleting.call(this.transport, callOf);
    if (this.valueOf(namespace, { name: 'delete documents' }, reply).isWhole) return;
    // Servers may report documents that were missing before as errors.
    const left = await this.get(namespace, ids);
    if (left.length > 0)
      throw this.transport.undone({ name: 'delete documents' }, `${left.length} documents remain`);
  }

  private valueOf<T>(namespace: string, call: { name: string }, reply: Reply<T>): T {
    if (reply.isGood) return reply.value;
    if (reply.status === NOT_FOUND) throw new RemoteNotFound(namespace);
    throw this.transport.refused(call, reply.status);
  }
}

function sizeOf({ text }: OutgoingDocument): number {
  return Buffer.byteLength(text);
}

/** Statuses of an unknown path; 404 also means a missing namespace. */
const MAY_BE_ELSEWHERE: ReadonlySet<number> = new Set([NOT_FOUND, 405]);

/** A part of a path that servers spell in two ways; the spelling that worked last is tried first. */
class SpelledPath {
  constructor(private spellings: readonly [first: string, second: string]) {}

  async call<T>(transport: BackendTransport, callOf: (spelling: string) => Call<T>): Promise<Reply<T>> {
    const [first, second] = this.spellings;
    const reply = await transport.call(callOf(first));
    if (reply.isGood || !MAY_BE_ELSEWHERE.has(reply.status)) return reply;
    const other = await transport.call(callOf(second));
    if (other.isGood) this.spellings = [second, first];
    if (other.isGood || !MAY_BE_ELSEWHERE.has(other.status)) return other;
    return reply.status === NOT_FOUND ? reply : other;
  }
}
