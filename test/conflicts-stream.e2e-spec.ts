import { Logger } from '@nestjs/common';
import request from 'supertest';
import { MemorySearch } from '../src/backend/memory-search';
import { ConflictGeneration } from '../src/conflicts/conflict-generation.service';
import { DAY, judgeBySubject, TornAgent } from './support/conflicts';
import { eventually } from './support/eventually';
import { spyOnEach } from './support/replica-providers';
import { useTestApp } from './support/test-app';
import { WatchedRun } from './support/watched-run';

const PATH = '/api/ui/conflicts/generate/stream';
const ALL_BUT_INTERVALS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

const app = useTestApp();
let agent: TornAgent;
let judge: ReturnType<typeof judgeBySubject>;
let agents = 0;

beforeEach(async () => {
  app.clock.set(new Date(`${DAY}T12:00:00Z`));
  judge = judgeBySubject(app);
  agent = await TornAgent.create(app, `torn-${agents++}`);
});

afterEach(() => jest.restoreAllMocks());

const watch = (body: object = {}) => WatchedRun.start(app.url + PATH, { agent_id: agent.id, ...body });

async function finished(body: object = {}): Promise<WatchedRun> {
  const run = await watch(body);
  await run.ended;
  return run;
}

async function rememberTwo(): Promise<void> {
  await agent.remember('City: Berlin');
  await agent.remember('City: Munich');
}

/** Closes the connection, and waits for the service to notice. */
async function closed(run: Promise<WatchedRun>, signal: AbortSignal): Promise<void> {
  (await run).close();
  await noticed(signal);
}

async function noticed(signal: AbortSignal): Promise<void> {
  await eventually(
    () => signal.aborted,
    (aborted) => aborted,
  );
}

/** The judge does not answer before the test says so. */
function heldJudge(): { asked: Promise<AbortSignal>; answer: () => void } {
  const judged = judge.getMockImplementation()!;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const asked = new Promise<AbortSignal>((resolve) => {
    judge.mockImplementationOnce(async (pairs, signal) => {
      resolve(signal);
      await answered;
      return judged(pairs, signal);
    });
  });
  return { asked, answer };
}

describe('a run that a page watches', () => {
  it('reports its steps, its result and its end', async () => {
    await rememberTwo();
    const run = await finished();
    expect(run.head.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(run.head.headers['cache-control']).toBe('no-store');
    expect(run.events.map(({ event, data }) => [event, data.step, data.done, data.total])).toEqual([
      ['progress', 'start', 0, 0],
      ['progress', 'search', 0, 2],
      ['progress', 'search', 1, 2],
      ['progress', 'search', 2, 2],
      ['progress', 'detect', 0, 1],
      ['progress', 'detect', 1, 1],
      ['progress', 'done', 1, 1],
      ['result', undefined, undefined, undefined],
      ['done', undefined, undefined, undefined],
    ]);
    expect(run.of('progress').every(({ message }) => typeof message === 'string' && message !== '')).toBe(
      true,
    );
    expect(run.of('result')).toEqual([
      {
        agent_id: agent.id,
        date: DAY,
        conflicts: { status: 'success', conflict_count: 1 },
        generated_by: 'test-judge',
      },
    ]);
    expect(run.of('done')).toEqual([{}]);
    expect(await agent.open()).toHaveLength(1);
  });

  it('is about the day that is named', async () => {
    await rememberTwo();
    const run = await finished({ date: '2026-04-30' });
    expect(run.of('result')).toMatchObject([
      { date: '2026-04-30', conflicts: { status: 'no_memories', conflict_count: 0 } },
    ]);
  });

  it('never contains the text of memories', async () => {
    await rememberTwo();
    expect(JSON.stringify((await finished()).events)).not.toMatch(/Berlin|Munich/);
  });

  it('reports a failure without its details, and writes nothing', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await rememberTwo();
    judge.mockRejectedValueOnce(new Error('SELECT secret'));
    const run = await finished();
    expect(run.events.slice(-2)).toEqual([
      { event: 'error', data: { message: 'An unexpected error occurred' } },
      { event: 'done', data: {} },
    ]);
    expect(run.of('result')).toEqual([]);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(logged.mock.calls)).not.toContain('SELECT secret');
    expect(await agent.open()).toEqual([]);
  });

  it('is kept alive through silence by comments', async () => {
    await rememberTwo();
    const { asked, answer } = heldJudge();
    jest.useFakeTimers({ doNotFake: [...ALL_BUT_INTERVALS] });
    try {
      const run = await watch();
      await asked;
      expect(run.comments).toEqual([]);
      jest.advanceTimersByTime(45_000);
      await eventually(
        () => run.comments,
        (comments) => comments.length === 3,
      );
      expect(run.comments).toEqual(['keepalive', 'keepalive', 'keepalive']);
      answer();
      await run.ended;
      expect(run.of('done')).toEqual([{}]);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a run whose page is closed', () => {
  it('is cancelled, and writes nothing even when all was found', async () => {
    const runs = spyOnEach(app, ConflictGeneration, 'generate');
    await rememberTwo();
    const { asked, answer } = heldJudge();
    const run = watch();
    const signal = await asked;
    await closed(run, signal);
    answer();
    await expect(runs.mock.results[0]?.value).rejects.toBe(signal.reason);
    expect(await agent.open()).toEqual([]);
    expect(await agent.generate()).toMatchObject({ conflicts: { conflict_count: 1 } });
  });

  it('is cancelled without a page too, and is no failure to look into', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error');
    const runs = spyOnEach(app, ConflictGeneration, 'generate');
    await rememberTwo();
    const { asked, answer } = heldJudge();
    const asking = agent.session.call('post', 'conflicts/generate').send({});
    const answered = asking.then(
      () => true,
      () => false,
    );
    const signal = await asked;
    asking.abort();
    await noticed(signal);
    answer();
    await expect(runs.mock.results[0]?.value).rejects.toBe(signal.reason);
    expect(await answered).toBe(false);
    expect(await agent.open()).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('ends at once, also while a search does not answer, and lets the next one begin', async () => {
    const runs = spyOnEach(app, ConflictGeneration, 'generate');
    await rememberTwo();
    const search = spyOnEach(app, MemorySearch, 'search');
    const searching = new Promise<void>((resolve) => {
      search.mockImplementationOnce(() => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    const run = watch();
    await searching;
    await closed(run, runs.mock.calls[0]![1].signal);
    const aborted = performance.now();
    await expect(runs.mock.results[0]?.value).rejects.toMatchObject({ name: 'AbortError' });
    // The search itself is never answered; waiting for its time-out takes longer.
    expect(performance.now() - aborted).toBeLessThan(10_000);
    expect(await agent.generate()).toMatchObject({ conflicts: { conflict_count: 1 } });
  });

  it('costs little, however often it is done', async () => {
    const runs = spyOnEach(app, ConflictGeneration, 'generate');
    await rememberTwo();
    const { asked, answer } = heldJudge();
    const open = await watch();
    await asked;
    const post = () => request(app.url).post(PATH).send({ agent_id: agent.id });
    const refused = await Promise.all(Array.from({ length: 50 }, () => post()));
    for (const { status, body } of refused)
      expect([status, body.detail.error]).toEqual([409, 'ConflictRunActive']);
    expect(judge).toHaveBeenCalledTimes(1);
    expect(runs).toHaveBeenCalledTimes(51);
    answer();
    await open.ended;
    expect(open.of('result')).toHaveLength(1);
  });

  it('is not searched for any further', async () => {
    const runs = spyOnEach(app, ConflictGeneration, 'generate');
    const memories = Array.from({ length: 100 }, (_, i) => ({ content: `Word${i}: x` }));
    await agent.session.call('post', 'batch-remember').send({ memories }).expect(200);
    const search = spyOnEach(app, MemorySearch, 'search');
    const real = search.getMockImplementation()!;
    search.mockImplementation(async function (this: MemorySearch, ...args) {
      if (search.mock.calls.length === 2) await closed(begun, runs.mock.calls[0]![1].signal);
      return real.apply(this, args);
    });
    const begun = watch();
    await begun;
    await expect(runs.mock.results[0]?.value).rejects.toMatchObject({ name: 'AbortError' });
    // The searches that began together with it.
    expect(search).toHaveBeenCalledTimes(4);
    expect(judge).not.toHaveBeenCalled();
  });
});

describe('a run that cannot begin', () => {
  const post = (body: object, headers: Record<string, string> = {}) =>
    request(app.url).post(PATH).set(headers).send(body);

  it('is 404 for an agent that is not there', async () => {
    const { body } = await post({ agent_id: 'nobody' }).expect(404);
    expect(body.detail.error).toBe('AgentNotFound');
  });

  it.each([
    ['agent_id', {}],
    ['agent_id', { agent_id: '../x' }],
    ['agent_id', { agent_id: 5 }],
    ['date', { agent_id: 'x', date: '2026-02-30' }],
    ['date', { agent_id: 'x', date: 'today' }],
  ])('is a validation error at %s of %j', async (field, body) => {
    const answer = await post(body).expect(422);
    expect(answer.body.detail[0].loc).toEqual(['body', field]);
  });

  it.each([
    ['another host', { Host: 'example.com' }],
    ['a page of another site', { Origin: 'https://example.com' }],
    ['a cross-site request', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('is 403 for %s', async (_, headers) => {
    const { body } = await post({ agent_id: agent.id }, headers).expect(403);
    expect(typeof body.detail).toBe('string');
    expect(judge).not.toHaveBeenCalled();
  });
});
