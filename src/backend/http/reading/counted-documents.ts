// SQL: tables of other statements, by the names of namespaces.
import { inTime } from '../../../common/deadline';
import { sql } from '../../../database/sql';
import type { CountedTables } from '../../memory-counts.repository';
import type { DocumentIndex } from './document-index';

/** What came to a backend by other programs is counted a little later if reading it takes longer. */
const FOLLOW_MS = 3_000;

/** Documents by their index. A change counts once the backend took it. */
export function countedDocuments(index: Pick<DocumentIndex, 'follow'>): CountedTables {
  return {
    memories: (namespaces) =>
      sql`FROM remote_documents m WHERE m.namespace = ANY(${[...namespaces]}::text[])`,
    name: sql`m.namespace`,
    each: (namespaces) => ({
      rows: sql`unnest(${[...namespaces]}::text[]) AS s (namespace)`,
      memories: sql`FROM remote_documents m WHERE m.namespace = s.namespace`,
    }),
    history: (namespace) => sql`FROM remote_changes h WHERE h.namespace = ${namespace} AND h.confirmed`,
    follow: async (namespaces) => {
      if (namespaces.length === 1) return index.follow(namespaces[0] ?? '');
      await inTime(followAll(index, namespaces), FOLLOW_MS);
    },
  };
}

/** Follows one index after the other, so that the backend gets one request at a time. */
async function followAll(index: Pick<DocumentIndex, 'follow'>, namespaces: readonly string[]): Promise<true> {
  for (const namespace of namespaces) await index.follow(namespace);
  return true;
}
