import type { Env } from '../../config/env';
import type { PrismaService } from '../../database/prisma.service';
import type { Quotas } from '../../quotas/quotas.service';
import { Fingerprints } from '../fingerprints';
import { MemoryCounts } from '../memory-counts.repository';
import type { MemoryPorts } from '../memory-ports.provider';
import { TextChanges } from '../text-changes.repository';
import { BackendConflicts } from './conflicts/backend-conflicts';
import { LeasesRepository } from './leases/leases.repository';
import { Leases } from './leases/leases.service';
import { RemoteLifecycle } from './lifecycle/remote-lifecycle';
import type { BackendApi } from './protocol/backend-api';
import { countedDocuments } from './reading/counted-documents';
import { DocumentIndex } from './reading/document-index';
import { RemoteListings } from './reading/remote-listings';
import { RemoteSearch } from './reading/remote-search';
import { REMOTE_TEXTS } from './reading/remote-texts';
import { RemoteChangeLog } from './writing/remote-change-log';
import { RemoteChangesRepository } from './writing/remote-changes.repository';
import { RemoteErasure } from './writing/remote-erasure';
import { RemoteQuotas } from './writing/remote-quotas';
import { RemoteStore } from './writing/remote-store';

/** Memories in an external backend; their histories and fingerprints are in the service's own database. */
export function httpPorts(
  api: BackendApi,
  database: PrismaService,
  env: Env,
  quotas: Quotas,
): MemoryPorts & { lifecycle: RemoteLifecycle } {
  const fingerprints = new Fingerprints(env);
  const leases = new Leases(new LeasesRepository(database));
  const changes = new RemoteChangesRepository(database);
  const log = new RemoteChangeLog(api, changes, leases);
  const index = new DocumentIndex(api, database);
  const texts = new TextChanges(database, REMOTE_TEXTS);
  const held = new RemoteQuotas(quotas, leases, index);
  return {
    store: new RemoteStore(api, log, changes, { leases, fingerprints, index, texts, quotas: held }),
    listings: new RemoteListings(api, changes, index),
    search: new RemoteSearch(api, env.BACKEND_MODE === 'cloud' ? new BackendConflicts(api) : null),
    lifecycle: new RemoteLifecycle(api, database, log, changes, { leases, fingerprints, index }),
    texts,
    counts: new MemoryCounts(database, countedDocuments(index)),
    erasure: new RemoteErasure(database, index),
  };
}
