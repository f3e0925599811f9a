import { Logger } from '@nestjs/common';
import type { MemoryLifecycle, PurgeRequest, SweepOutcome, SweepRequest } from '../backend/memory-lifecycle';
import { DomainError } from '../common/domain-error';
import type { RuntimeSettings } from '../settings/runtime-settings.service';
import { NO_POLICY, type PolicyDocument } from './policy';
import type { PoliciesService } from './policies.service';
import { NO_PURGE, NO_SWEEP, type SweepStart, type SweepStatus, type SweepTally } from './sweep';
import { SweepRuns } from './sweep-runs.service';
import { SweepService } from './sweep.service';
import type { SweepsRepository } from './sweeps.repository';

const NOW = new Date(Date.UTC(2026, 4, 1, 12));
const POLICY: PolicyDocument = { ...NO_POLICY, retention: { fact: '7d' }, purge_expired_after: '1d' };

const CLOCK = { now: () => Promise.resolve(NOW) };

/** A service over fakes: what it asked of the backend, and what it left on record. */
class Night {
  readonly swept: SweepRequest[] = [];
  readonly purged: PurgeRequest[] = [];
  readonly records: (SweepStart & { status: SweepStatus })[] = [];
  policy: PolicyDocument = POLICY;
  sweep: () => Promise<SweepOutcome> = () => Promise.resolve({ ...NO_SWEEP, expired: 3 });
  agentExists = true;

  readonly service = new SweepService(
    { get: () => Promise.resolve(this.policy) } as unknown as PoliciesService,
    new SweepRuns(this.repository(), this.backend(), CLOCK),
    { fresh: () => Promise.resolve(), get: () => 0.25 } as unknown as RuntimeSettings,
  );

  private backend(): MemoryLifecycle {
    const backend = {
      sweep: (_namespace: string, request: SweepRequest) => {
        this.swept.push(request);
        return this.sweep();
      },
      purge: (_namespace: string, request: PurgeRequest) => {
        this.purged.push(request);
        return Promise.resolve({ ...NO_PURGE, purged: 2 });
      },
    };
    return backend as unknown as MemoryLifecycle;
  }

  private repository(): SweepsRepository {
    const repository = {
      start: (start: SweepStart) => {
        if (!this.agentExists) return Promise.reject(new DomainError('AgentNotFound', 'gone'));
        this.records.push({ ...start, status: 'running' });
        return Promise.resolve();
      },
      finish: (sweepId: string, { status }: SweepTally) => {
        for (const record of this.records) if (record.sweepId === sweepId) record.status = status;
        return Promise.resolve();
      },
    };
    return repository as unknown as SweepsRepository;
  }
}

describe('the night of an agent', () => {
  let night: Night;

  beforeAll(() => Logger.overrideLogger(false));

  beforeEach(() => {
    night = new Night();
  });

  it('sweeps with the cap of the settings, then purges, and leaves both on record', async () => {
    const outcome = await night.service.nightly('a');
    expect(outcome).toEqual({ expired: 3, purged: 2, held: false, errors: [] });
    expect(night.swept).toMatchObject([{ at: NOW, dryRun: false, cap: { fraction: 0.25, memories: 100 } }]);
    expect(night.purged).toMatchObject([{ dryRun: false, act: { at: NOW, sessionId: null, by: 'purge' } }]);
    expect(night.records).toMatchObject([
      { agentId: 'a', kind: 'sweep', cause: 'nightly', status: 'completed' },
      { agentId: 'a', kind: 'purge', cause: 'nightly', status: 'completed' },
    ]);
  });

  it('gives the sweep the id under which it is on record', async () => {
    await night.service.nightly('a');
    expect(night.swept[0]?.sweepId).toBe(night.records[0]?.sweepId);
  });

  it('purges even when the sweep is held', async () => {
    night.sweep = () => Promise.resolve({ ...NO_SWEEP, matched: 500, held: true });
    expect(await night.service.nightly('a')).toEqual({ expired: 0, purged: 2, held: true, errors: [] });
    expect(night.records.map(({ status }) => status)).toEqual(['held', 'completed']);
  });

  it('reports a failed sweep without its message, and still purges', async () => {
    night.sweep = () => Promise.reject(Object.assign(new Error('secret content'), { code: '57014' }));
    const outcome = await night.service.nightly('a');
    expect(outcome).toMatchObject({ expired: 0, purged: 2, errors: ['sweep failed: Error 57014'] });
    expect(night.records.map(({ status }) => status)).toEqual(['failed', 'completed']);
  });

  it('reports how many memories failed', async () => {
    const errors = ['x', 'y'].map((memoryId) => ({ memoryId, error: 'Error 23514' }));
    night.sweep = () => Promise.resolve({ ...NO_SWEEP, expired: 1, errors });
    const outcome = await night.service.nightly('a');
    expect(outcome.errors).toEqual(['2 memories could not be expired, the first for: Error 23514']);
  });

  it('does not sweep by an empty policy, nor purge without an age for it', async () => {
    night.policy = NO_POLICY;
    expect(await night.service.nightly('a')).toEqual({ expired: 0, purged: 0, held: false, errors: [] });
    expect([night.swept, night.purged, night.records]).toEqual([[], [], []]);
  });

  it('passes over an agent that was deleted meanwhile', async () => {
    night.agentExists = false;
    expect(await night.service.nightly('a')).toEqual({ expired: 0, purged: 0, held: false, errors: [] });
    night.agentExists = true;
    night.sweep = () => Promise.reject(new DomainError('AgentNotFound', 'gone'));
    expect((await night.service.nightly('a')).errors).toEqual([]);
  });
});
