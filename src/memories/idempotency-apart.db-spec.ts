import { createHash } from 'node:crypto';
import { TEST_SECRET_KEY } from '../../test/support/database-store';
import { openHttpBackend, type OpenHttpBackend } from '../../test/support/open-http-backend';
import { TestClock } from '../../test/support/test-clock';
import { Env } from '../config/env';
import { DomainError } from '../common/domain-error';
import { sql } from '../database/sql';
import { IdempotencyRepository } from './idempotency.repository';
import { IdempotencyService, type NewId, type Repeatable } from './idempotency.service';

/** A promise to be settled by the test. */
function promised(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

describe('work that is done once a key without a transaction', () => {
  let opened: OpenHttpBackend;
  let once: IdempotencyService['once'];
  let earlier: IdempotencyService['earlier'];
  let request: Repeatable;
  let serial = 0;

  beforeAll(async () => {
    opened = await openHttpBackend();
    const keys = new IdempotencyRepository(opened.database);
    const service = new IdempotencyService(
      opened.backend,
      keys,
      new TestClock(),
      Object.assign(new Env(), { SERVICE_SECRET_KEY: TEST_SECRET_KEY }),
    );
    once = service.once.bind(service);
    earlier = service.earlier.bind(service);
    await opened.database.execute(sql`
      INSERT INTO agents (agent_id, namespace, pattern, created_at) VALUES ('a', 'n', 'project', now())`);
  });

  afterAll(() => opened.close());

  beforeEach(() => {
    request = { agentId: 'a', key: `k${serial++}`, operation: 'remember', body: { content: 'Once' } };
  });

  const idsOf = (newId: NewId): string[] => ['One', 'Two'].map((text, at) => newId(at, text));

  it('keeps a keyed hash of a request, and knows that of earlier versions', async () => {
    const hashOf = async () => {
      const [row] = await opened.database.query<{ hash: Buffer }>(
        sql`SELECT request_hash AS hash FROM idempotency_keys WHERE key = ${request.key}`,
      );
      return Buffer.from(row?.hash ?? []).toString('hex');
    };
    await once(request, (newId) => Promise.resolve(idsOf(newId)));
    const former = createHash('sha256').update('remember\n{"content":"Once"}').digest();
    expect(await hashOf()).toHaveLength(64);
    expect(await hashOf()).not.toBe(former.toString('hex'));
    await opened.database.execute(
      sql`UPDATE idempotency_keys SET request_hash = ${former} WHERE key = ${request.key}`,
    );
    expect(await earlier(request)).toMatchObject({ replayed: true });
    await expect(earlier({ ...request, body: { content: 'Other' } })).rejects.toThrow(DomainError);
  });

  it('keeps repetitions waiting, which get the first response', async () => {
    const held = promised();
    let done = 0;
    const work = async () => {
      await held.promise;
      return { done: ++done };
    };
    const answers = Array.from({ length: 8 }, () => once(request, work));
    // A statement of its own: no connection is kept by the work.
    await opened.database.query(sql`SELECT 1 AS one`);
    held.resolve();
    const got = await Promise.all(answers);
    expect(got.map(({ response }) => response)).toEqual(got.map(() => ({ done: 1 })));
    expect(got.filter(({ replayed }) => replayed)).toHaveLength(7);
  });

  it('gives the same ids when it is done again after a failure, in the order of their places', async () => {
    const tries: string[][] = [];
    const failing = once(request, (newId) => {
      tries.push(idsOf(newId));
      return Promise.reject(new DomainError('BackendUnavailable', 'Timed out'));
    });
    await expect(failing).rejects.toMatchObject({ code: 'BackendUnavailable' });
    await once(request, (newId) => {
      tries.push(idsOf(newId));
      return Promise.resolve('done');
    });
    const [first, second] = tries;
    expect(second).toEqual(first);
    expect([...first!].sort()).toEqual(first);
  });

  it('gives other ids for another key', async () => {
    const ids: string[] = [];
    for (const key of ['x', 'y']) {
      await once({ ...request, key: request.key! + key }, (newId) => {
        ids.push(...idsOf(newId));
        return Promise.resolve(null);
      });
    }
    expect(new Set(ids).size).toBe(4);
  });

  it('lets a repetition that waits do the work when the first fails', async () => {
    const [begun, held] = [promised(), promised()];
    const first = once(request, async () => {
      begun.resolve();
      await held.promise;
      throw new Error('Failed');
    });
    await begun.promise;
    const second = once(request, () => Promise.resolve('second'));
    held.resolve();
    await expect(first).rejects.toThrow('Failed');
    expect(await second).toEqual({ response: 'second', replayed: false });
  });

  it('is refused for another body, once there is a response', async () => {
    await once(request, () => Promise.resolve('first'));
    const other = once({ ...request, body: { content: 'Another' } }, () => Promise.resolve('second'));
    await expect(other).rejects.toMatchObject({ code: 'IdempotencyConflict' });
  });

  it('has no earlier response while it is not done', async () => {
    const [begun, held] = [promised(), promised()];
    const first = once(request, () => {
      begun.resolve();
      return held.promise.then(() => 'first');
    });
    await begun.promise;
    expect(await earlier(request)).toBeNull();
    held.resolve();
    await first;
    expect(await earlier(request)).toEqual({ response: 'first', replayed: true });
  });

  it('needs its agent', async () => {
    const orphan = once({ ...request, agentId: 'gone' }, () => Promise.resolve('done'));
    await expect(orphan).rejects.toMatchObject({ code: 'AgentNotFound' });
  });
});
