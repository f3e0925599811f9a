import { Logger } from '@nestjs/common';
import { aMemory } from '../../test/support/memories';
import type { Memory } from '../backend/memory';
import type { BackendConflict, MemorySearch } from '../backend/memory-search';
import type { MemoryStore } from '../backend/memory-store';
import { DomainError } from '../common/domain-error';
import { toUtcDay } from '../common/utc-dates';
import { ConflictDetection } from './conflict-detection.service';
import type { ConflictReportsRepository } from './conflict-reports.repository';
import type { GenerationProgress, Pair, PairSet } from './generation';
import type { OwnDetection } from './own-detection.service';

const DAY = toUtcDay('2026-05-01', new Date())!;
const REQUEST = { agentId: 'demo', namespace: 'service_agent_demo', day: DAY };

function memory(content: string, createdAt: string): Memory {
  const stored = aMemory({ content, createdAt: new Date(createdAt) });
  return { ...stored, status: 'active', expiredAt: null, expiredBy: null, updatedAt: stored.createdAt };
}

const past = memory('Lives in Berlin', '2026-04-01T12:00:00Z');
const olderPast = memory('Lives in Bonn', '2026-03-01T12:00:00Z');
const ofDay = memory('Lives in Munich', '2026-05-01T12:00:00Z');

function conflict(oldId: string, newId: string, fields: Partial<BackendConflict> = {}): BackendConflict {
  return {
    oldId,
    newId,
    type: 'update',
    title: 'Moved',
    description: 'Away',
    recommendation: 'Ask',
    ...fields,
  };
}

interface Setting {
  findConflicts: MemorySearch['findConflicts'];
  settled?: (pair: Pair) => boolean;
  memories?: Memory[];
}

function setUp({ findConflicts, settled = () => false, memories = [ofDay] }: Setting) {
  const leaving = new AbortController();
  const reported: GenerationProgress[] = [];
  const findAll = (_namespace: string, ids: readonly string[]) =>
    Promise.resolve([past, olderPast, ofDay].filter(({ id }) => ids.includes(id)));
  const findUnsettled = (_key: unknown, pairs: PairSet<Pair>) =>
    Promise.resolve(pairs.list().filter((pair) => !settled(pair)));
  const detection = new ConflictDetection(
    { findConflicts } as unknown as MemorySearch,
    { findAll } as unknown as MemoryStore,
    { findUnsettled } as unknown as ConflictReportsRepository,
    { detect: () => Promise.resolve(null) } as unknown as OwnDetection,
  );
  const watcher = { signal: leaving.signal, tell: (progress: GenerationProgress) => reported.push(progress) };
  return { leaving, reported, detect: () => detection.detect(REQUEST, memories, watcher) };
}

const finding =
  (...conflicts: BackendConflict[]): MemorySearch['findConflicts'] =>
  () =>
    Promise.resolve(conflicts);

describe('conflicts that the backend finds', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);

  afterEach(() => warn.mockClear());

  it('become rows of the pair in its order', async () => {
    const found = await setUp({ findConflicts: finding(conflict(ofDay.id, past.id)) }).detect();
    expect(found).toMatchObject({ generatedBy: 'backend', compared: 1 });
    expect(found.found).toEqual([
      {
        pair: { older: past, newer: ofDay },
        row: {
          type: 'update',
          title: 'Moved',
          description: 'Away',
          recommendation: 'Ask',
          oldMemoryId: past.id,
          newMemoryId: ofDay.id,
          generatedBy: 'backend',
        },
      },
    ]);
  });

  it('have texts where the backend gives none', async () => {
    const bare = conflict(past.id, ofDay.id, { title: '', recommendation: '' });
    const { found } = await setUp({ findConflicts: finding(bare) }).detect();
    expect(found[0]?.row).toMatchObject({ title: 'Update', recommendation: expect.stringMatching(/\w/) });
  });

  it.each([
    ['of which none is of the day', conflict(olderPast.id, past.id)],
    ['of which one is not in the namespace', conflict('019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e', ofDay.id)],
    ['of one memory', conflict(ofDay.id, ofDay.id)],
  ])('are dropped when they are a pair %s', async (_, bad) => {
    const { found } = await setUp({ findConflicts: finding(bad) }).detect();
    expect(found).toEqual([]);
  });

  it('are dropped when a report has settled them', async () => {
    const findConflicts = finding(conflict(past.id, ofDay.id), conflict(olderPast.id, ofDay.id));
    const settled = ({ older }: Pair) => older === past;
    const { found } = await setUp({ findConflicts, settled }).detect();
    expect(found.map(({ pair }) => pair.older)).toEqual([olderPast]);
  });

  it('are one row a pair, by what was said of it first', async () => {
    const findConflicts = finding(
      conflict(past.id, ofDay.id),
      conflict(ofDay.id, past.id, { type: 'duplicate' }),
    );
    const { found } = await setUp({ findConflicts }).detect();
    expect(found.map(({ row }) => row.type)).toEqual(['update']);
  });

  it('are none where the backend looks for none', async () => {
    expect(await setUp({ findConflicts: () => Promise.resolve(null) }).detect()).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  it('are not asked for without memories of the day', async () => {
    const findConflicts = jest.fn(finding());
    expect(await setUp({ findConflicts, memories: [] }).detect()).toBeNull();
    expect(findConflicts).not.toHaveBeenCalled();
  });

  it('are none while the backend fails, which the log says', async () => {
    const findConflicts = () => Promise.reject(new DomainError('BackendUnavailable', 'Down'));
    expect(await setUp({ findConflicts }).detect()).toBeNull();
    expect(warn.mock.calls[0]?.[0]).toContain('Down');
  });

  it('fail on an unexpected error', async () => {
    const findConflicts = () => Promise.reject(new TypeError('Broken'));
    await expect(setUp({ findConflicts }).detect()).rejects.toThrow('Broken');
  });

  it('end with the reason of the signal when it is aborted', async () => {
    const { leaving, detect } = setUp({
      findConflicts: () => {
        leaving.abort(new Error('Left'));
        return Promise.reject(new DomainError('BackendUnavailable', 'Aborted'));
      },
    });
    await expect(detect()).rejects.toThrow('Left');
    expect(warn).not.toHaveBeenCalled();
  });

  it('are reported as they are found', async () => {
    const { reported, detect } = setUp({
      findConflicts: (_namespace, { tell }) => {
        tell('search', 'Searching');
        return Promise.resolve([]);
      },
    });
    await detect();
    expect(reported).toEqual([{ step: 'search', message: 'Searching', done: 0, total: 1 }]);
  });
});
