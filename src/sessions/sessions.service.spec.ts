import { TestClock } from '../../test/support/test-clock';
import type { Memory, NewMemory } from '../backend/memory';
import type { MemorySearch } from '../backend/memory-search';
import type { MemoryStore, UnitOfWork } from '../backend/memory-store';
import type { ActiveSession } from './session';
import type { SessionOpening } from './session-opening.service';
import { summaryId } from './session-summary';
import type { FoundSession, SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';

const SESSION: ActiveSession = {
  sessionId: 'sess_0a1b2c3d4e5f',
  agentId: 'demo',
  namespace: 'service_agent_demo',
  pattern: 'support',
  startedAt: new Date('2026-05-01T11:00:00Z'),
  expiresAt: new Date('2026-05-01T17:00:00Z'),
};

/** A session, and a backend outside of the database with what was stored in the session. */
class World {
  readonly memories = new Map<string, string>();
  /** As many as were ever stored in the session. */
  created = 0;
  status: FoundSession['status'] = 'active';
  hasAgent = true;
  terminates = true;
  private waiting: Promise<unknown> = Promise.resolve();

  readonly service = new SessionsService(
    {
      lockAgent: () => Promise.resolve(this.hasAgent ? { ...SESSION } : null),
      find: () => Promise.resolve({ ...SESSION, status: this.status } as FoundSession),
      terminate: () => {
        if (this.terminates) this.status = 'terminated';
        return Promise.resolve(this.terminates);
      },
    } as Partial<SessionsRepository> as SessionsRepository,
    {} as SessionOpening,
    {} as MemorySearch,
    {
      unitOfWork: <T>(_namespace: string, { ids, lock, work, record }: UnitOfWork<T>) =>
        this.oneAfterTheOther(async () => {
          await lock?.();
          return this.undone(async () => {
            const result = await work(this.find(ids ?? []));
            await record?.(result);
            return result;
          });
        }),
      countCreatedInSession: () => Promise.resolve(this.created),
      store: (_namespace: string, [memory]: NewMemory[]) => {
        this.keep(memory!.id, memory!.content);
        return Promise.resolve([]);
      },
      edit: (_namespace: string, id: string, { content }: { content: string }) => {
        this.memories.set(id, content);
        return Promise.resolve(true);
      },
    } as unknown as MemoryStore,
    new TestClock(),
  );

  keep(id: string, content: string): void {
    this.memories.set(id, content);
    this.created++;
  }

  private find(ids: readonly string[]): Memory[] {
    return ids.filter((id) => this.memories.has(id)).map((id) => ({ id }) as Memory);
  }

  private oneAfterTheOther<T>(work: () => Promise<T>): Promise<T> {
    const done = this.waiting.then(work);
    this.waiting = done.catch(() => undefined);
    return done;
  }

  private async undone<T>(work: () => Promise<T>): Promise<T> {
    const [created, before] = [this.created, new Map(this.memories)];
    try {
      return await work();
    } catch (error) {
      this.created = created;
      this.memories.clear();
      for (const [id, content] of before) this.memories.set(id, content);
      throw error;
    }
  }
}

describe('the end of a session whose memories are outside of the database', () => {
  const id = summaryId(SESSION);
  let world: World;

  beforeEach(() => {
    world = new World();
    world.keep('a', 'One');
    world.keep('b', 'Two');
  });

  it('leaves one summary, and one of several concurrent requests gets it', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => world.service.deactivate(SESSION)));
    const [won, ...others] = outcomes;
    expect(won).toMatchObject({ value: { memoriesCreated: 2, summaryMemoryId: id } });
    for (const other of others) expect(other).toMatchObject({ reason: { code: 'InvalidSessionToken' } });
    expect([...world.memories.keys()]).toEqual(['a', 'b', id]);
  });

  it('leaves none where the session stored nothing', async () => {
    world.created = 0;
    expect(await world.service.deactivate(SESSION)).toMatchObject({
      memoriesCreated: 0,
      summaryMemoryId: null,
    });
    expect(world.memories.has(id)).toBe(false);
  });

  it('takes the summary of an end that came no further, which counts for nothing', async () => {
    world.keep(id, 'Said too early');
    world.keep('c', 'Three');
    expect(await world.service.deactivate(SESSION)).toMatchObject({
      memoriesCreated: 3,
      summaryMemoryId: id,
    });
    expect(world.memories.get(id)).toContain('created 3 memories');
  });

  it('leaves nothing when a newer session has come between', async () => {
    world.terminates = false;
    await expect(world.service.deactivate(SESSION)).rejects.toMatchObject({ code: 'InvalidSessionToken' });
    expect([...world.memories.keys()]).toEqual(['a', 'b']);
  });

  it('is none of a session that went with its agent', async () => {
    world.hasAgent = false;
    await expect(world.service.deactivate(SESSION)).rejects.toMatchObject({ code: 'SessionNotFound' });
  });
});
