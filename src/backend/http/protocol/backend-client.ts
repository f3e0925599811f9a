import type { OutgoingDocument, RemoteDocument } from '../../document';
import type { Agent } from 'node:http';
import type { HttpService } from '@nestjs/axios';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  MAX_DOCUMENTS,
  RemoteNotFound,
  type BackendApi,
  type RemoteAnswer,
  type RemoteHits,
  type RemoteNamespace,
  type RemoteQuestion,
  type RemoteRun,
  type RemoteRunEvent,
  type RemoteSearch,
} from './backend-api';
import { BackendJobs } from './backend-jobs';
import type { BackendOptions } from './backend-options';
import { BackendRuns } from './backend-runs';
import { BackendTransport } from './backend-transport';
import { getCall, pathOf, postCall, type Call, type Reply } from './call';
import { EndlessPages, WALK_LIMITS, walkPages } from './page-walk';
import {
  readAnswer,
  readDeletion,
  readDocuments,
  readDone,
  readHits,
  readJobId,
  readNamespaces,
  readPage,
} from './read-answers';
import { slicesOf } from './slices';

const PAGE_SIZE = 100;
/** Limit of the texts of a put: servers accept bodies of a few MiB. */
const MAX_PUT_BYTES = 2 * 1_024 * 1_024;
const CONFLICT = 409;
const NOT_FOUND = 404;
const SPELLINGS = { cloud: ['documents', 'items'], 'on-prem': ['items', 'documents'] } as const;

const LIST_NAMESPACES = getCall('list namespaces', '/namespaces', readNamespaces);
const HEALTH = getCall('report its health', '/health', readDone);

export class BackendClient implements BackendApi, OnApplicationShutdown {
  private readonly transport: BackendTransport;
  private readonly pinging: Call<unknown>;
  private readonly jobs: BackendJobs;
  private readonly runs: BackendRuns;
  private readonly reads: SpelledPath;
  private readonly deletions: SpelledPath;

  constructor(
    private readonly http: HttpService,
    options: BackendOptions,
  ) {
    // The cloud has no health endpoint.
    const ping = options.mode === 'cloud' ? LIST_NAMESPACES : HEALTH;
    this.pinging = { ...ping, timeoutMs: options.pingTimeoutMs, isProbe: true };
    this.transport = new BackendTransport(http, options, this.pinging);
    this.jobs = new BackendJobs(this.transport, options);
    this.runs = new BackendRuns(this.transport, options);
    this.reads = new SpelledPath(this.transport, SPELLINGS[options.mode]);
    this.deletions = new SpelledPath(this.transport, SPELLINGS[options.mode]);
  }

  onApplicationShutdown(): void {
    this.close();
  }

  close(): void {
    const { httpAgent, httpsAgent } = this.http.axiosRef.defaults as {
      httpAgent?: Agent;
      httpsAgent?: Agent;
    };
    httpAgent?.destroy();
    httpsAgent?.destroy();
  }

  async ping(): Promise<void> {
    await this.value(this.pinging);
  }

  /** Whether the backend accepts the key: a health check needs none. */
  async checkAccess(): Promise<void> {
    await this.value({ ...LIST_NAMESPACES, timeoutMs: this.pinging.timeoutMs, isProbe: true });
  }

  async createNamespace(name: string): Promise<void> {
    const body = { namespace_name: name, type: 'text' };
    const call = postCall('create a namespace', '/namespaces', body, readDone);
    const reply = await this.transport.call(call);
    if (!reply.isGood && reply.status !== CONFLICT) throw this.transport.refused(call, reply.status);
  }

  async deleteNamespace(name: string): Promise<void> {
    const call: Call<string | null> = {
      name: 'delete a namespace',
      method: 'DELETE',
      path: pathOf('namespaces', name),
      isRepeatable: true,
      read: readJobId,
    };
    const reply = await this.jobs.run(name, 'delete-jobs', call);
    if (!reply.isGood && reply.status !== NOT_FOUND) throw this.transport.refused(call, reply.status);
  }

  listNamespaces(): Promise<RemoteNamespace[]> {
    return this.value(LIST_NAMESPACES);
  }

  async putDocuments(namespace: string, documents: readonly OutgoingDocument[]): Promise<void> {
    for (const slice of slicesOf(documents, MAX_DOCUMENTS, MAX_PUT_BYTES, sizeOf)) {
      const body = { documents: slice.map(({ id, text, metadata }) => ({ ...metadata, id, text })) };
      const call = postCall('put documents', pathOf('namespaces', namespace, 'documents'), body, readJobId);
      this.valueIn(namespace, call, await this.jobs.run(namespace, 'upload-jobs', call));
    }
  }

  async getDocuments(namespace: string, ids: readonly string[]): Promise<RemoteDocument[]> {
    const slices = slicesOf(ids, MAX_DOCUMENTS).map((slice) => this.getSlice(namespace, slice));
    return (await Promise.all(slices)).flat();
  }

  async deleteDocuments(namespace: string, ids: readonly string[]): Promise<void> {
    for (const slice of slicesOf(ids, MAX_DOCUMENTS)) await this.deleteSlice(namespace, slice);
  }

  async *pages(namespace: string): AsyncIterable<RemoteDocument[]> {
    const path = pathOf('namespaces', namespace, 'documents', 'fetch-text-data');
    const call = getCall('list documents', path, readPage);
    const fetch = async (token: string | null, signal: AbortSignal) => {
      const query = { limit: PAGE_SIZE, ...(token !== null && { next_token: token }) };
      const reply = await this.transport.call({ ...call, query, signal });
      if (reply.isGood) return reply.value;
      if (reply.status === NOT_FOUND) return null;
      throw this.transport.refused(call, reply.status);
    };
    try {
      yield* walkPages(fetch, WALK_LIMITS);
    } catch (error) {
      throw error instanceof EndlessPages ? this.transport.undone(call, error.message) : error;
    }
  }

  async search({ namespace, query, topK, threshold, neighbours, signal }: RemoteSearch): Promise<RemoteHits> {
    // Servers use the threshold in kiosk mode only.
    const limits = threshold === null ? { kiosk_mode: false } : { kiosk_mode: true, threshold };
    // Servers of others may not know the field.
    const others = neighbours === undefined || neighbours === 'auto' ? {} : { neighbours };
    const body = { namespaces: [namespace], query, top_k: topK, ...limits, ...others };
    const call = { ...postCall('search', '/search', body, readHits), signal: signal ?? null };
    return this.valueIn(namespace, call, await this.transport.call(call));
  }

  ask({ query, header, model, temperature, signal }: RemoteQuestion): Promise<RemoteAnswer> {
    const body = {
      namespace: '',
      query,
      type: 'text',
      temperature,
      ...(model !== null && { aiModel: model }),
      ...(header !== '' && { headerPrompt: header }),
      chatHistory: [],
    };
    const call = postCall('answer a question', '/answer', body, readAnswer);
    return this.value({ ...call, isRepeatable: false, signal });
  }

  runConflicts(
    request: RemoteRun,
    onEvent: (event: RemoteRunEvent) => void,
    signal: AbortSignal,
  ): Promise<string | null> {
    return this.runs.run(request, onEvent, signal);
  }

  private async getSlice(namespace: string, ids: readonly string[]): Promise<RemoteDocument[]> {
    const callOf = (spelling: string) =>
      postCall('get documents', pathOf('namespaces', namespace, spelling, 'get'), { ids }, readDocuments);
    return this.valueIn(namespace, { name: 'get documents' }, await this.reads.call(callOf));
  }

  private async deleteSlice(namespace: string, ids: readonly string[]): Promise<void> {
    const callOf = (spelling: string) =>
      postCall(
        'delete documents',
        pathOf('namespaces', namespace, spelling, 'delete'),
        { ids },
        readDeletion,
      );
    const named = { name: 'delete documents' };
    if (this.valueIn(namespace, named, await this.deletions.call(callOf)).isWhole) return;
    // Servers may report documents that were missing before as errors.
    const left = await this.getDocuments(namespace, ids);
    if (left.length > 0) throw this.transport.undone(named, `${left.length} documents remain`);
  }

  private async value<T>(call: Call<T>): Promise<T> {
    const reply = await this.transport.call(call);
    if (reply.isGood) return reply.value;
    throw this.transport.refused(call, reply.status);
  }

  /** The value of a reply about a namespace. Throws `RemoteNotFound` if it is missing. */
  private valueIn<T>(namespace: string, call: { name: string }, reply: Reply<T>): T {
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
  constructor(
    private readonly transport: BackendTransport,
    private spellings: readonly [first: string, second: string],
  ) {}

  async call<T>(callOf: (spelling: string) => Call<T>): Promise<Reply<T>> {
    const [first, second] = this.spellings;
    const reply = await this.transport.call(callOf(first));
    if (reply.isGood || !MAY_BE_ELSEWHERE.has(reply.status)) return reply;
    const other = await this.transport.call(callOf(second));
    if (other.isGood) this.spellings = [second, first];
    if (other.isGood || !MAY_BE_ELSEWHERE.has(other.status)) return other;
    return reply.status === NOT_FOUND ? reply : other;
  }
}
