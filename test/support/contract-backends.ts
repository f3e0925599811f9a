import { httpPorts } from '../../src/backend/http/http-ports';
import { connectBackend } from '../../src/backend/http/protocol/connect-backend';
import type { MemoryCounts } from '../../src/backend/memory-counts.repository';
import type { TextChanges } from '../../src/backend/text-changes.repository';
import type { PrismaService } from '../../src/database/prisma.service';
import { namespacesOf, wholeBackend, type WholeBackend, newQuotas } from './backend';
import { startBackendServer } from './backend-server';
import { openTestDatabase } from './database';
import { openBackend } from './open-backend';
import { propertyCases } from './property-cases';

/** Every adapter of the port, each of which must do what the specs of `src/backend/contract` say. */
export const BACKENDS = ['embedded', 'http'] as const;
export type BackendKind = (typeof BACKENDS)[number];

/**
 * Cases that a property is tried with: all of them where they are cheap, and a third over HTTP, where each takes
 * several times as long. A quarter of either outside continuous integration.
 */
export function casesOn(kind: BackendKind, all: number): number {
  return propertyCases(kind === 'embedded' ? all : Math.ceil(all / 3));
}

export interface ContractBackend {
  backend: WholeBackend;
  texts: TextChanges;
  counts: MemoryCounts;
  /** Of the service, not of the backend's server. */
  database: PrismaService;
  /** Makes a namespace and answers its name. */
  newNamespace(): Promise<string>;
  close(): Promise<void>;
}

/** An adapter on databases of its own; that over HTTP speaks with a backend server on a real port. */
export function openContractBackend(kind: BackendKind): Promise<ContractBackend> {
  return kind === 'embedded' ? openBackend() : openHttpBackend();
}

async function openHttpBackend(): Promise<ContractBackend> {
  const server = await startBackendServer();
  const opened = await openTestDatabase({ BACKEND_MODE: 'on-prem', BACKEND_URL: server.url });
  const { store, db: database } = opened;
  const client = await connectBackend(store.env);
  if (client === null) throw new Error('BACKEND_MODE on-prem has no client');
  const ports = httpPorts(client, database, store.env, newQuotas(database, store.env));
  const backend = wholeBackend(ports);
  return {
    backend,
    texts: ports.texts,
    counts: ports.counts,
    database,
    newNamespace: namespacesOf(backend),
    close: async () => {
      client.close();
      await opened.close();
      await server.close();
    },
  };
}
