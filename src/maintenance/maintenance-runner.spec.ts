import { Logger } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import type { SweepService } from '../policy/sweep.service';
import type { SweepsRepository } from '../policy/sweeps.repository';
import type { RuntimeSettings } from '../settings/runtime-settings.service';
import type { AgentOutcome, RunTally } from './maintenance-run';
import { MaintenanceRunner } from './maintenance-runner.service';
import type { MaintenanceRunsRepository } from './maintenance-runs.repository';
import type { Pruning } from './pruning.service';

const STARTED_AT = new Date('2026-05-01T23:55:00Z');
const DONE: AgentOutcome = { expired: 1, purged: 0, held: false, errors: [] };

type Nightly = (agentId: string) => AgentOutcome;

interface Setting {
  agents: string[];
  nightly?: Nightly;
  tasks?: Record<string, () => Promise<number>>;
}

/** The runner among fakes, and what it asked of them. */
function newRunner({ agents, nightly = () => DONE, tasks = {} }: Setting) {
  const swept: string[] = [];
  const recorded: RunTally[] = [];
  const prunedDays: number[] = [];
  const sweeps = {
    agentsWithPolicy: async (after: string | null, limit: number) =>
      agents.filter((each) => after === null || each > after).slice(0, limit),
    nightly: async (agentId: string) => {
      swept.push(agentId);
      return nightly(agentId);
    },
  };
  const pruning = {
    tasks: (_now: Date, days: number) => {
      prunedDays.push(days);
      return Object.entries(tasks).map(([name, run]) => ({ name, run }));
    },
  };
  const runs = {
    record: async (_id: number, tally: RunTally) => void recorded.push(tally),
    prune: async () => 0,
  };
  const records = { prune: async () => 0 };
  const settings = { get: () => 7 };
  const runner = new MaintenanceRunner(
    sweeps as unknown as SweepService,
    pruning as unknown as Pruning,
    runs as unknown as MaintenanceRunsRepository,
    records as unknown as SweepsRepository,
    settings as unknown as RuntimeSettings,
  );
  const run = (mayContinue = async () => true) => runner.run({ id: 1, startedAt: STARTED_AT, mayContinue });
  return { run, swept, recorded, prunedDays };
}

/** True so many times. */
function times(count: number): () => Promise<boolean> {
  let left = count;
  return async () => left-- > 0;
}

const named = (count: number) => Array.from({ length: count }, (_, at) => `a${String(at).padStart(4, '0')}`);
const failing = async (): Promise<number> => {
  throw new Error('no room');
};

describe('a run of maintenance', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it.each([0, 1, 99, 100, 101, 200, 250])('sweeps each of %d agents once', async (count) => {
    const { run, swept } = newRunner({ agents: named(count) });
    expect(await run()).toMatchObject({ agents: count, expired: count, errors: [] });
    expect(swept).toEqual(named(count));
  });

  it('records what it did so far when there is much to do', async () => {
    const { run, recorded } = newRunner({ agents: named(150) });
    await run();
    expect(recorded.map(({ agents }) => agents)).toEqual([100, 150]);
  });

  it('goes on with the other agents when one fails', async () => {
    const nightly = (agentId: string) => {
      if (agentId === 'b') throw new Error('no room');
      return DONE;
    };
    const { run } = newRunner({ agents: ['a', 'b', 'c'], nightly });
    expect(await run()).toMatchObject({
      agents: 2,
      errors: [{ task: 'sweep', agentId: 'b', error: 'no room' }],
    });
  });

  it('takes no offence at an agent that was deleted meanwhile', async () => {
    const nightly = (agentId: string) => {
      throw agentNotFound(agentId);
    };
    expect(await newRunner({ agents: ['a'], nightly }).run()).toMatchObject({ agents: 0, errors: [] });
  });

  it('names held agents', async () => {
    const nightly = (agentId: string) => ({ ...DONE, expired: 0, held: agentId === 'b' });
    expect(await newRunner({ agents: ['a', 'b'], nightly }).run()).toMatchObject({ agents: 2, held: ['b'] });
  });

  it('goes on with the other tasks when one fails', async () => {
    const last = jest.fn().mockResolvedValue(3);
    const { run, prunedDays } = newRunner({ agents: [], tasks: { first: failing, last } });
    expect(await run()).toMatchObject({ errors: [{ task: 'first', agentId: null, error: 'no room' }] });
    expect(last).toHaveBeenCalledTimes(1);
    expect(prunedDays).toEqual([7]);
  });

  it.each([0, 1, 2])('stops before any further piece of work after %d of them', async (count) => {
    const last = jest.fn().mockResolvedValue(0);
    const { run, swept } = newRunner({ agents: ['a', 'b'], tasks: { last } });
    expect(await run(times(count))).toBeNull();
    expect(swept).toHaveLength(Math.min(count, 2));
    expect(last).not.toHaveBeenCalled();
  });

  it('logs no value or address that the message of a database holds', async () => {
    const broken = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { code: 'ECONNREFUSED' });
    const { run } = newRunner({ agents: [], tasks: { first: () => Promise.reject(broken) } });
    expect((await run())?.errors).toEqual([{ task: 'first', agentId: null, error: 'Error ECONNREFUSED' }]);
  });
});
