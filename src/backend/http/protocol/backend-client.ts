import type { Agent } from 'node:http';
import type { HttpService } from '@nestjs/axios';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  RemoteNotFound,
  type BackendApi,
  type OutgoingDocument,
  type RemoteDocument,
  type RemoteAnswer,
  type RemoteHits,
  type RemoteNamespace,
  type RemoteQuestion,
  type RemoteRun,
  type RemoteRunEvent,
  type RemoteSearch,
} from './backend-api';
import { BackendDocuments } from './backend-documents';
import { BackendJobs } from './backend-jobs';
import type { BackendOptions } from './backend-options';
import { BackendRuns } from './backend-runs';
import { BackendTransport } from './backend-transport';
import { pathOf, type Call } from './call';
import { readAnswer, readDone, readHits, readJobId, readNamespaces } from './read-answers';

const CONFLICT = 409;
const NOT_FOUND = 404;

const LIST_NAMESPACES: Call<RemoteNamespace[]> = {
  name: 'list namespaces',
  method: 'GET',
  path: '/namespaces',
  isRepeatable: true,
  read: readNamespaces,
};

const HEALTH: Call<unknown> = {
  name: 'report its health',
  method: 'GET',
  path: '/health',
  isRepeatable: true,
  read: readDone,
};

export class BackendClient implements BackendApi, OnApplicationShutdown {
  private readonly transport: BackendTransport;
  private readonly pinging: Call<unknown>;
  private readonly jobs: BackendJobs;
  private readonly documents: BackendDocuments;
  private readonly runs: BackendRuns;

  constructor(
    private readonly http: HttpService,
    options: BackendOptions,
  ) {
    // The cloud has no health endpoint.
    const ping = options.mode === 'cloud' ? LIST_NAMESPACES : HEALTH;
    this.pinging = { ...ping, timeoutMs: options.pingTimeoutMs, isProbe: true };
    this.transport = new BackendTransport(http, options, this.pinging);
    this.jobs = new BackendJobs(this.transport, options);
    this.documents = new BackendDocuments(this.transport, this.jobs, options);
    this.runs = new BackendRuns(this.transport, options);
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
    const call: Call<unknown> = {
      name: 'create a namespace',
      method: 'POST',
      path: '/namespaces',
      body: { namespace_name: name, type: 'text' },
      isRepeatable: true,
      read: readDone,
    };
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

  putDocuments(namespace: string, documents: readonly OutgoingDocument[]): Promise<void> {
    return this.documents.put(namespace, documents);
  }

  getDocuments(namespace: string, ids: readonly string[]): Promise<RemoteDocument[]> {
    return this.documents.get(namespace, ids);
  }

  deleteDocuments(namespace: string, ids: readonly string[]): Promise<void> {
    return this.documents.delete(namespace, ids);
  }

  pages(namespace: string): AsyncIterable<RemoteDocument[]> {
    return this.documents.pages(namespace);
  }

  async search({ namespace, query, topK, threshold, neighbours, signal }: RemoteSearch): Promise<RemoteHits> {
    // Servers use the threshold in kiosk mode only.
    const limits = threshold === null ? { kiosk_mode: false } : { kiosk_mode: true, threshold };
    // Servers of others may not know the field.
    const others = neighbours === undefined || neighbours === 'auto' ? {} : { neighbours };
    const call: Call<RemoteHits> = {
      name: 'search',
      method: 'POST',
      path: '/search',
      body: { namespaces: [namespace], query, top_k: topK, ...limits, ...others },
      isRepeatable: true,
      read: readHits,
      signal: signal ?? null,
    };
    const reply = await this.transport.call(call);
    if (reply.isGood) return reply.value;
    throw reply.status === NOT_FOUND
      ? new RemoteNotFound(namespace)
      : this.transport.refused(call, reply.status);
  }

  ask({ query, header, model, temperature, signal }: RemoteQuestion): Promise<RemoteAnswer> {
    return this.value({
      name: 'answer a question',
      method: 'POST',
      path: '/answer',
      body: {
        namespace: '',
        query,
        type: 'text',
        temperature,
        ...(model !== null && { aiModel: model }),
        ...(header !== '' && { headerPrompt: header }),
        chatHistory: [],
      },
      isRepeatable: false,
      read: readAnswer,
      signal,
    });
  }

  runConflicts(
    request: RemoteRun,
    onEvent: (event: RemoteRunEvent) => void,
    signal: AbortSignal,
  ): Promise<string | null> {
    return this.runs.run(request, onEvent, signal);
  }

  private async value<T>(call: Call<T>): Promise<T> {
    const reply = await this.transport.call(call);
    if (reply.isGood) return reply.value;
    throw this.transport.refused(call, reply.status);
  }
}
