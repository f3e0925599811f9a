import { DomainError } from '../../../common/domain-error';
import type { ConflictRun } from '../../memory-search';
import { RemoteNotFound, type BackendApi } from '../protocol/backend-api';
import { BackendConflicts } from './backend-conflicts';

const SPACE = 'service_agent_demo';
const ROWS = [{ type: 'update', old_memory_id: 'a', new_memory_id: 'b', title: 'Moved' }];

type Run = BackendApi['runConflicts'];

function setUp(runConflicts: Run) {
  const leaving = new AbortController();
  const reported: string[] = [];
  const run: ConflictRun = {
    date: '2026-05-01',
    memories: [],
    signal: leaving.signal,
    tell: (step, message) => reported.push(`${step}: ${message}`),
  };
  return { leaving, reported, find: () => new BackendConflicts({ runConflicts }).find(SPACE, run) };
}

const answering =
  (text: string | null): Run =>
  () =>
    Promise.resolve(text);
const failing =
  (error: Error): Run =>
  () =>
    Promise.reject(error);

describe('the detection of conflicts by a backend', () => {
  it.each([
    ['JSON', JSON.stringify({ conflicts: ROWS })],
    ['JSON in a fence, after a few words', `Here they are:\n\`\`\`json\n${JSON.stringify(ROWS)}\n\`\`\``],
  ])('reads its answer from %s', async (_, text) => {
    expect(await setUp(answering(text)).find()).toMatchObject([{ oldId: 'a', newId: 'b', type: 'update' }]);
  });

  it('finds nothing in an empty list', async () => {
    expect(await setUp(answering('{"conflicts": []}')).find()).toEqual([]);
  });

  it('is none where the backend offers none', async () => {
    expect(await setUp(answering(null)).find()).toBeNull();
  });

  it('fails when the answer cannot be read', async () => {
    await expect(setUp(answering('I found none.')).find()).rejects.toMatchObject({
      code: 'BackendUnavailable',
    });
  });

  it('fails when the backend does', async () => {
    const error = new DomainError('BackendUnavailable', 'Down');
    await expect(setUp(failing(error)).find()).rejects.toBe(error);
  });

  it('misses the agent when the namespace is gone', async () => {
    const finding = setUp(failing(new RemoteNotFound(SPACE))).find();
    await expect(finding).rejects.toMatchObject({ code: 'AgentNotFound' });
  });

  it('reports its steps, and repeats no text of the backend', async () => {
    const { reported, find } = setUp((_request, tell) => {
      tell({ event: 'run_started', data: { run_id: 'r' } });
      tell({ event: 'status', data: { phase: 'loading' } });
      tell({ event: 'status', data: 'strange' });
      tell({ event: 'search_completed', data: { context_count: 3, query: 'secret' } });
      tell({ event: 'conflict_detection_completed', data: { count: 'many' } });
      tell({ event: 'message', data: { text: 'secret' } });
      return Promise.resolve('[]');
    });
    await find();
    expect(reported).toEqual([
      'search: The backend looks for conflicts',
      'search: The backend looks for similar memories',
      'detect: The backend compares memories',
      'search: The backend found 3 similar memories',
      'detect: The backend found conflicts',
    ]);
  });

  it.each([
    ['whose call then fails', failing(new DomainError('BackendUnavailable', 'Aborted'))],
    ['whose call answers all the same', answering('[]')],
  ])('ends with the reason of the signal when it is aborted, %s', async (_, run) => {
    const { leaving, find } = setUp((...args) => {
      leaving.abort(new Error('Left'));
      return run(...args);
    });
    await expect(find()).rejects.toThrow('Left');
  });
});
