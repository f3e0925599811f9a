import { embeddedPorts } from '../../src/backend/embedded/embedded-ports';
import type { EmbeddedLifecycle } from '../../src/backend/embedded/lifecycle/embedded-lifecycle';
import { EmbeddingWorker } from '../../src/backend/embedded/embeddings/embedding-worker';
import type { HistoryEntry, Memory } from '../../src/backend/memory';
import type { MemoryFilter } from '../../src/backend/memory-filter';
import type { MemoryLifecycle } from '../../src/backend/memory-lifecycle';
import type { MemoryListings } from '../../src/backend/memory-listings';
import type { MemoryPorts } from '../../src/backend/memory-ports.provider';
import type { MemorySearch } from '../../src/backend/memory-search';
import type { MemoryStore } from '../../src/backend/memory-store';
import type { PageCursor, PageReading } from '../../src/backend/pages';
import type { Env } from '../../src/config/env';
import { AuditTrail } from '../../src/audit/audit-trail';
import type { PrismaService } from '../../src/database/prisma.service';
import { AgentOverrides } from '../../src/database/agent-overrides';
import { AgentWritesRepository } from '../../src/quotas/agent-writes.repository';
import { Quotas } from '../../src/quotas/quotas.service';
import { type Embedder, NoEmbedder } from '../../src/inference/embedder';
import { START } from './memories';

/** A page that is held whole. */
export interface MemoryPage {
  memories: Memory[];
  total: number;
  next: PageCursor | null;
}

/** The methods of all ports of a backend, and two that read whole what the ports read in parts. */
export interface WholeBackend extends MemoryStore, MemoryListings, MemorySearch, MemoryLifecycle {
  /** The newest entries of a history, newest first; null when there never was such a memory. */
  history(namespace: string, id: string): Promise<HistoryEntry[] | null>;
  page(namespace: string, filter: MemoryFilter, after: PageCursor | null, limit: number): Promise<MemoryPage>;
}

export type EmbeddedBackend = WholeBackend & EmbeddedLifecycle;

export interface TestBackend {
  backend: EmbeddedBackend;
  ports: MemoryPorts;
  /** It works only once it is started by `onApplicationBootstrap`. */
  worker: EmbeddingWorker;
}

/** The embedded backend without the service around it. */
export function newTestBackend(
  database: PrismaService,
  env: Env,
  embedder: Embedder = new NoEmbedder(),
): TestBackend {
  const worker = new EmbeddingWorker(database, embedder, env);
  const ports = embeddedPorts(database, env, embedder, worker, {
    trail: new AuditTrail(database, env),
    quotas: newQuotas(database, env),
  });
  return { backend: wholeBackend(ports), ports, worker };
}

export function newQuotas(database: PrismaService, env: Env): Quotas {
  return new Quotas(env, new AgentOverrides(database), database, new AgentWritesRepository(database));
}

export function wholeBackend<Lifecycle extends MemoryLifecycle>(
  ports: MemoryPorts & { lifecycle: Lifecycle },
): WholeBackend & Lifecycle {
  const { store, listings } = ports;
  const whole: Pick<WholeBackend, 'history' | 'page'> = {
    history: async (namespace, id) =>
      (await store.readHistory(namespace, id, { after: null, limit: 1_000 }))?.entries ?? null,
    page: async (namespace, filter, after, limit) =>
      wholePage(await listings.readPage(namespace, filter, { after, limit })),
  };
  return new Proxy(whole, {
    get: (target, name) => {
      const owner = [target, ...Object.values<object>({ ...ports })].find((each) => name in each);
      const member: unknown = owner && Reflect.get(owner, name);
      return typeof member === 'function' ? (member.bind(owner) as unknown) : member;
    },
  }) as WholeBackend & Lifecycle;
}

/** Makes a namespace at each call and answers its name. */
export function namespacesOf(backend: WholeBackend): () => Promise<string> {
  let count = 0;
  return async () => {
    const name = `space_${count++}`;
    await backend.createNamespace(name, new Date(START));
    return name;
  };
}

export async function wholePage({ total, slices }: PageReading): Promise<MemoryPage> {
  const page: MemoryPage = { memories: [], total, next: null };
  for await (const { memories, next } of slices) {
    page.memories.push(...memories);
    page.next = next;
  }
  return page;
}
