// SQL: an index over all namespaces finds what is due.
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import { OWN_TIME } from '../../memory-lifecycle';
import type { DocumentIndex } from '../reading/document-index';
import { expiryOf } from '../writing/memory-change';
import type { RemoteChangeLog } from '../writing/remote-change-log';

const SLICE = 100;

interface DueDocument {
  namespace: string;
  id: string;
}

const FIRST: DueDocument = { namespace: '', id: '' };

/** Memories with a time of their own at which they expire, as far as the index of documents knows them. */
export class RemoteDue {
  constructor(
    private readonly database: PrismaService,
    private readonly log: RemoteChangeLog,
    private readonly index: DocumentIndex,
  ) {}

  /** The earliest such time of all active memories. */
  async next(): Promise<Date | null> {
    const rows = await this.database.query<{ at: Date }>(sql`
      SELECT m.expires_at AS at FROM remote_documents m
      WHERE m.status = 'active' AND m.expires_at IS NOT NULL ORDER BY m.expires_at LIMIT 1`);
    return rows[0]?.at ?? null;
  }

  follow(namespace: string): Promise<void> {
    return this.index.follow(namespace);
  }

  /** Expires those that are due at the time, each as of its own time. */
  async expire(at: Date): Promise<void> {
    let due: DueDocument[] = [];
    do {
      due = await this.find(at, due.at(-1) ?? FIRST);
      for (const namespace of new Set(due.map((each) => each.namespace))) {
        const ids = due.filter((each) => each.namespace === namespace).map(({ id }) => id);
        await this.expireIn(namespace, ids, at);
      }
    } while (due.length === SLICE);
  }

  private async expireIn(namespace: string, ids: readonly string[], at: Date): Promise<void> {
    await this.log.holding(namespace, ids, async (current) => {
      const changes = [...current.values()].flatMap((each) => {
        const { status, expiresAt, createdAt } = each.memory;
        if (status !== 'active' || expiresAt === null || expiresAt > at) return [];
        const time = expiresAt < createdAt ? createdAt : expiresAt;
        return [expiryOf(each, { at: time, sessionId: null, by: OWN_TIME }, null)];
      });
      await this.log.apply(namespace, changes);
    });
    // What others changed or deleted is not as its row says.
    await this.index.noteStale(
      namespace,
      ids.map((id) => ({ id, receivedAt: null })),
    );
    await this.index.follow(namespace);
  }

  private find(at: Date, after: DueDocument): Promise<DueDocument[]> {
    return this.database.query<DueDocument>(sql`
      SELECT m.namespace, m.id FROM remote_documents m
      WHERE m.status = 'active' AND m.expires_at <= ${at}::timestamptz
        AND (m.namespace, m.id) > (${after.namespace}, ${after.id})
      ORDER BY m.namespace, m.id LIMIT ${SLICE}`);
  }
}
