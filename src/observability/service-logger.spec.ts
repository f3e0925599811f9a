import { Logger } from '@nestjs/common';
import type { ObservedRequest } from './observed-request';
import { asText, logFormat, ServiceLogger } from './service-logger';

const REQUEST: ObservedRequest = {
  requestId: 'r-1',
  method: 'POST',
  route: '/api/v2/agents/:agent_id/remember',
  status: 200,
  durationMs: 1.23456,
  aborted: false,
  agentId: 'bot',
  sessionId: 'sess_1',
  traceId: null,
};

class Output {
  readonly lines: string[] = [];

  write(line: string): void {
    this.lines.push(line);
  }

  get objects(): Record<string, unknown>[] {
    return this.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

describe('ServiceLogger', () => {
  afterAll(() => Logger.overrideLogger(true));

  it('writes a line a request', () => {
    const output = new Output();
    new ServiceLogger('log', output).request(REQUEST);
    expect(output.lines).toHaveLength(1);
    expect(output.lines[0]).toMatch(/^\{.*\}\n$/);
    expect(output.objects[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      request_id: 'r-1',
      method: 'POST',
      route: '/api/v2/agents/:agent_id/remember',
      status: 200,
      duration_ms: 1.23,
      agent_id: 'bot',
      session_id: 'sess_1',
      msg: 'request',
    });
  });

  it('leaves out missing values, and reports a client that went away', () => {
    const output = new Output();
    new ServiceLogger('log', output).request({ ...REQUEST, agentId: null, sessionId: null, aborted: true });
    expect(output.objects[0]).toMatchObject({ aborted: true });
    expect(output.objects[0]).not.toHaveProperty('agent_id');
    expect(output.objects[0]).not.toHaveProperty('session_id');
  });

  it("takes the lines of Nest's loggers, with their context and stacks, from its level on", () => {
    const output = new Output();
    Logger.overrideLogger(new ServiceLogger('warn', output));
    const logger = new Logger('Settings');
    logger.debug('a');
    logger.log('b');
    logger.warn('c');
    logger.error('d', 'Error\n    at x (y.ts:1:1)');
    logger.error('e');
    logger.fatal(new TypeError('secret text'));
    expect(output.objects).toMatchObject([
      { level: 'warn', context: 'Settings', msg: 'c' },
      { level: 'error', context: 'Settings', msg: 'd', stack: expect.stringContaining('y.ts') as string },
      { level: 'error', context: 'Settings', msg: 'e' },
      { level: 'fatal', context: 'Settings', msg: 'TypeError' },
    ]);
    expect(output.lines.join('')).not.toContain('secret text');
  });

  it('writes text for people, a line breaking only before a stack', () => {
    const output = new Output();
    const logger = new ServiceLogger('debug', asText(output));
    logger.request(REQUEST);
    logger.error('It "broke"', '    at x', 'Settings');
    expect(output.lines[0]).toMatch(
      /^\S+Z info request request_id=r-1 method=POST route=\/api\S+ status=200 duration_ms=1.23 agent_id=bot session_id=sess_1\n$/,
    );
    expect(output.lines[1]).toMatch(/^\S+Z error \[Settings\] It "broke"\n {4}at x\n$/);
  });
});

describe('logFormat', () => {
  it('is what a setting says, and else text on a terminal alone', () => {
    expect(logFormat('json', true)).toBe('json');
    expect(logFormat('text', false)).toBe('text');
    expect(logFormat(null, true)).toBe('text');
    expect(logFormat(null, false)).toBe('json');
  });
});
