import { toMemory } from '../../document';
import { historyPage, type HistoryPage, type PageRequest } from '../../pages';
import type { Documents } from './documents';
import type { RemoteChangeLog } from './remote-change-log';
import type { RemoteChangesRepository } from './remote-changes.repository';

/** How long a read of a history waits for a change in progress. */
const READ_WAIT_MS = 2_000;

interface Sources {
  changes: RemoteChangesRepository;
  log: RemoteChangeLog;
  documents: Documents;
}

/** Reads a history. The creation of another program's memory comes from the document. Null: no such memory. */
export async function readHistory(
  { changes, log, documents }: Sources,
  namespace: string,
  id: string,
  { after, limit }: PageRequest,
): Promise<HistoryPage | null> {
  const open = await changes.findOpen(namespace, [id]);
  if (open.length > 0) {
    // Open changes are settled first; unsettled ones are not shown.
    await log.holding(namespace, [id], () => Promise.resolve(), READ_WAIT_MS).catch(() => undefined);
  }
  const entries = await changes.history(namespace, id, after, limit + 1);
  const isWhole = entries.length > limit || entries.some(({ event }) => event === 'created');
  if (isWhole) return historyPage(entries, limit);
  const document = (await documents.find(namespace, [id])).get(id);
  if (document !== undefined) {
    const { createdAt: at, sessionId, actorId: by } = toMemory(document);
    entries.push({ at, event: 'created', sessionId, by, former: null, key: '0' });
  }
  return entries.length === 0 && after === null ? null : historyPage(entries, limit);
}
