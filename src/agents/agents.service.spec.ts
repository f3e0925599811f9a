import { Logger } from '@nestjs/common';
import { TestClock } from '../../test/support/test-clock';
import type { MemoryStore, UnitOfWork } from '../backend/memory-store';
import { DomainError } from '../common/domain-error';
import type { Agent } from './agent';
import type { AgentLogs } from './agent-logs.service';
import type { AgentCounts } from './agent-counts.service';
import type { AgentsRepository } from './agents.repository';
import { AgentsService } from './agents.service';

const AGENT = { agentId: 'demo', pattern: 'support' as const, description: null };

/** Agents and namespaces of a backend outside of the database, and what was done to them in order. */
class World {
  readonly agents = new Set<string>();
  readonly namespaces = new Set<string>();
  readonly done: string[] = [];
  isDown = false;
  /** What others do at the moment in which the row is written. */
  meanwhile: () => unknown = () => undefined;

  readonly service = new AgentsService(
    {
      find: (id: string) => Promise.resolve(this.agents.has(id) ? ({ agentId: id } as Agent) : null),
      insert: (agent: Agent) => {
        this.meanwhile();
        if (this.agents.has(agent.agentId)) return Promise.resolve(null);
        this.agents.add(agent.agentId);
        this.done.push('row');
        return Promise.resolve(agent);
      },
      delete: (id: string) => {
        this.done.push('row deleted');
        return Promise.resolve(this.agents.delete(id));
      },
      lock: (id: string) => Promise.resolve(this.agents.has(id)),
    } as Partial<AgentsRepository> as AgentsRepository,
    {} as AgentCounts,
    {
      unitOfWork: async <T>(_: string, { lock, work, record }: UnitOfWork<T>) => {
        await lock?.();
        const result = await work([]);
        await record?.(result);
        return result;
      },
      createNamespace: (name: string) => this.remotely('namespace', () => this.namespaces.add(name)),
      dropNamespace: (name: string) => this.remotely('namespace deleted', () => this.namespaces.delete(name)),
    } as unknown as MemoryStore,
    { forget: () => undefined } as Partial<AgentLogs> as AgentLogs,
    new TestClock(),
  );

  private remotely(what: string, work: () => void): Promise<void> {
    if (this.isDown) return Promise.reject(new DomainError('BackendUnavailable', 'Down'));
    this.done.push(what);
    work();
    return Promise.resolve();
  }
}

describe('agents whose memories are outside of the database', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });

  afterEach(() => jest.restoreAllMocks());

  it('are created after their namespaces', async () => {
    await world.service.create(AGENT);
    expect(world.done.slice(0, 2)).toEqual(['namespace', 'row']);
  });

  it('are not created while the backend is down', async () => {
    world.isDown = true;
    await expect(world.service.create(AGENT)).rejects.toMatchObject({ code: 'BackendUnavailable' });
    expect(world.agents.size).toBe(0);
  });

  it('are created once, and the backend is not asked for one that there is', async () => {
    world.agents.add('demo');
    await expect(world.service.create(AGENT)).rejects.toMatchObject({ code: 'AgentAlreadyExists' });
    expect(world.done).toEqual([]);
  });

  it('are created once when another creates them at that moment', async () => {
    world.meanwhile = () => world.agents.add('demo');
    await expect(world.service.create(AGENT)).rejects.toMatchObject({ code: 'AgentAlreadyExists' });
  });

  it('have their namespaces also when a deletion of former ones ends at that moment', async () => {
    world.meanwhile = () => world.namespaces.clear();
    await world.service.create(AGENT);
    expect([...world.namespaces]).toEqual(['service_agent_demo']);
  });

  it('are created when the backend fails once their namespaces are there', async () => {
    world.meanwhile = () => (world.isDown = true);
    expect(await world.service.create(AGENT)).toMatchObject(AGENT);
  });

  it('are deleted after their namespaces', async () => {
    await world.service.create(AGENT);
    world.done.length = 0;
    await world.service.deleteWithMemories('demo');
    expect(world.done).toEqual(['namespace deleted', 'row deleted']);
  });

  it('stay when their memories cannot be deleted', async () => {
    await world.service.create(AGENT);
    world.isDown = true;
    await expect(world.service.deleteWithMemories('demo')).rejects.toMatchObject({ code: 'NamespaceError' });
    expect(world.agents.has('demo')).toBe(true);
  });

  it('are deleted by one of several at the same time', async () => {
    await world.service.create(AGENT);
    const deletions = [1, 2, 3].map(() => world.service.deleteWithMemories('demo'));
    const outcomes = await Promise.allSettled(deletions);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'AgentNotFound' },
    });
  });

  it('are missed when there are none', async () => {
    await expect(world.service.deleteWithMemories('demo')).rejects.toMatchObject({ code: 'AgentNotFound' });
    expect(world.done).toEqual([]);
  });
});
