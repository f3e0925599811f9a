import { HttpException, Logger, NotFoundException, type ArgumentsHost } from '@nestjs/common';
import type { Request } from 'express';
import type { AuditRefusals } from './audit/audit-refusals.service';
import { WrongCredentials } from './access/wrong-credentials.service';
import { DomainError } from './common/domain-error';
import { invalid } from './common/validation-error';
import { ErrorFilter } from './error.filter';
import { setRequestId } from './observability/observed-request';

interface Answer {
  status: number | null;
  body: unknown;
  destroyed: boolean;
}

function answerTo(error: unknown, headersSent = false): Answer {
  const answer: Answer = { status: null, body: null, destroyed: false };
  const response = {
    headersSent,
    destroy: () => (answer.destroyed = true),
    status(code: number) {
      answer.status = code;
      return { json: (body: unknown) => (answer.body = body) };
    },
  };
  const request = {
    method: 'POST',
    path: '/api/v2/agents/secret-path',
    route: { path: '/api/v2/agents/:agent_id' },
  };
  setRequestId(request as unknown as Request, 'request-1');
  const http = { getRequest: () => request, getResponse: () => response };
  new ErrorFilter(new WrongCredentials(), { note: () => undefined } as unknown as AuditRefusals).catch(
    error,
    {
      switchToHttp: () => http,
    } as unknown as ArgumentsHost,
  );
  return answer;
}

describe('ErrorFilter', () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  beforeEach(() => jest.clearAllMocks());

  it.each<[string, unknown, number, unknown]>([
    ['a message', new DomainError('no_active_session', 'No active session'), 404, 'No active session'],
    [
      'a structure',
      new DomainError('AgentNotFound', 'Agent not found', { agent_id: 'a' }),
      404,
      { error: 'AgentNotFound', message: 'Agent not found', details: { agent_id: 'a' } },
    ],
    [
      'fields beside the message',
      new DomainError('k_too_large', 'Too many', { actual_k: 101, max_k: 100 }),
      400,
      { error: 'k_too_large', message: 'Too many', actual_k: 101, max_k: 100 },
    ],
    [
      'a list of mistakes',
      invalid(['body', 'x'], 'Bad', 1),
      422,
      [{ type: 'value_error', loc: ['body', 'x'], msg: 'Bad', input: 1 }],
    ],
    ["Nest's own failures as a message", new NotFoundException('Cannot GET /x'), 404, 'Cannot GET /x'],
    ['an http failure with a text', new HttpException('Teapot', 418), 418, 'Teapot'],
  ])('answers %s', (_name, error, status, detail) => {
    expect(answerTo(error)).toEqual({ status, body: { detail }, destroyed: false });
    expect(logged).not.toHaveBeenCalled();
  });

  it('answers a database that is away with 503, and names no address', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    const { status, body } = answerTo(error);
    expect(status).toBe(503);
    expect(body).toMatchObject({ detail: { error: 'BackendUnavailable' } });
    expect(JSON.stringify([body, warned.mock.calls])).not.toContain('10.0.0.1');
  });

  it('answers the unforeseen with 500 and its class alone, and logs it once', () => {
    const { status, body } = answerTo(new TypeError('secret text'));
    expect(status).toBe(500);
    expect(body).toEqual({
      detail: {
        error: 'InternalServerError',
        message: 'An unexpected error occurred',
        details: { original_error: 'TypeError' },
      },
    });
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it('reports the route and the id of the request, and not its path', () => {
    answerTo(new TypeError('unforeseen'));
    const [report] = logged.mock.calls[0] ?? [];
    expect(report).toBe('POST /api/v2/agents/:agent_id (request request-1): TypeError: unforeseen');
  });

  it('logs no message of the database, which may quote stored text', () => {
    const error = Object.assign(new Error('Key (content)=(secret text) exists'), {
      name: 'error',
      code: '23514',
    });
    expect(answerTo(error).body).toMatchObject({ detail: { details: { original_error: 'error 23514' } } });
    expect(JSON.stringify(logged.mock.calls)).not.toContain('secret text');
  });

  it.each([[undefined], [null], ['text'], [{}], [Object.create(null)]])('survives a thrown %p', (thrown) => {
    expect(answerTo(thrown).status).toBe(500);
  });

  it('breaks off an answer that has begun', () => {
    expect(answerTo(new Error('late'), true)).toEqual({ status: null, body: null, destroyed: true });
  });
});
