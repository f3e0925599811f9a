import { DomainError } from '../common/domain-error';
import type { ActivityLog } from '../activity/activity-log.service';
import type { AuditRefusals } from '../audit/audit-refusals.service';
import type { ActiveSession } from '../sessions/session';
import type { DueMemories } from '../memories/due-memories.service';
import type { IdempotencyService } from '../memories/idempotency.service';
import { CALL_MS, type McpCaller } from './mcp-admission.service';
import type { McpSessions } from './mcp-sessions.service';
import { READS } from './schema';
import type { Tool, ToolResult } from './tool';
import { ToolRecords } from './tool-records.service';
import { ToolRunner } from './tool-runner.service';

const RESULT: ToolResult = { text: 'done', structured: {}, operation: 'recall', count: 1 };
const GRANT = { agents: ['a'], access: 'read', scopes: null, by: 'key:tests' };
const CALLER = {
  agentId: 'a',
  grant: GRANT,
  program: 'tests',
  gone: new AbortController().signal,
  msLeft: CALL_MS,
};

const tool = (run: Tool['run'], access: Tool['access'] = 'read'): Tool => ({
  name: 'recall',
  title: 'Recall',
  description: '',
  inputSchema: { type: 'object', properties: { query: {} } },
  outputSchema: { type: 'object', properties: {} },
  annotations: READS,
  access,
  run,
});

const record = jest.fn();
const note = jest.fn();

const runnerWith = (sessionFor: () => Promise<ActiveSession>) =>
  new ToolRunner(
    { sessionFor } as unknown as McpSessions,
    {} as IdempotencyService,
    {} as DueMemories,
    new ToolRecords({ record } as unknown as ActivityLog, { note } as unknown as AuditRefusals),
    { now: () => Promise.resolve(new Date()) },
  );

const run = (each: Tool, args: object = {}, session = () => Promise.resolve({} as ActiveSession)) =>
  runnerWith(session).run(each, { args, idempotencyKey: undefined }, CALLER as unknown as McpCaller);

const failure = (text: unknown) => ({ content: [{ type: 'text', text }], isError: true });

beforeEach(() => jest.clearAllMocks());

describe('a call of a tool', () => {
  it('returns text and structured content, and is recorded', async () => {
    expect(await run(tool(() => Promise.resolve(RESULT)))).toEqual({
      content: [{ type: 'text', text: 'done' }],
      structuredContent: {},
    });
    expect(record).toHaveBeenCalledWith(expect.objectContaining({ tool: 'tests', op: 'recall', n: 1 }));
  });

  it('returns no more than 12,000 characters of text', async () => {
    const { content } = await run(tool(() => Promise.resolve({ ...RESULT, text: 'x'.repeat(20_000) })));
    expect((content[0] as { text: string }).text).toHaveLength(12_000);
  });

  it('names the arguments that there are when one is unknown', async () => {
    expect(
      await run(
        tool(() => Promise.resolve(RESULT)),
        { question: 'x' },
      ),
    ).toEqual(
      failure(
        'The arguments are not valid (question: No such argument; there are: query): correct them and call again.',
      ),
    );
  });

  it('is refused to a caller with less access, with a record for the audit chain', async () => {
    const answer = await run(tool(() => Promise.resolve(RESULT), 'write'));
    expect(answer).toEqual(failure(expect.stringMatching(/needs write access: ask the user/)));
    expect(record).not.toHaveBeenCalled();
    expect(note).toHaveBeenCalledWith({
      code: 'KeyNotAllowed',
      operation: 'mcp:recall',
      actor: 'key:tests',
      chain: 'service_agent_a',
    });
  });
});

describe('a service in trouble answers with isError', () => {
  afterEach(() => jest.useRealTimers());

  const rejecting = (error: Error) => tool(() => Promise.reject(error));

  it.each([
    [
      'away',
      new DomainError('BackendUnavailable', 'The service cannot reach its storage: try again shortly'),
    ],
    ['full', new DomainError('storage_full', 'The disk is full')],
  ])('when it is %s', async (_, error) => {
    expect(await run(rejecting(error))).toEqual(failure(expect.stringContaining(error.message)));
  });

  it('when its storage does not even give it a session', async () => {
    const lost = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    expect(
      await run(
        tool(() => Promise.resolve(RESULT)),
        {},
        lost,
      ),
    ).toEqual(failure(expect.stringMatching(/try again/)));
  });

  it('when it fails for a reason of its own, without details', async () => {
    expect(await run(rejecting(new TypeError('secret')))).toEqual(
      failure('The service failed: try again, and tell the user if it fails again.'),
    );
  });

  it('within 10 seconds when it is slow, after it has aborted the tool', async () => {
    jest.useFakeTimers();
    let stopped = false;
    const slow = tool(({ signal }) => {
      signal.addEventListener('abort', () => (stopped = true));
      return new Promise(() => undefined);
    });
    const answer = run(slow);
    await jest.advanceTimersByTimeAsync(8_000);
    expect(stopped).toBe(true);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await answer).toEqual(failure(expect.stringMatching(/did not answer in time/)));
  });
});
