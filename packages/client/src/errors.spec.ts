import {
  AgentMemoryError,
  AuthenticationError,
  ConflictError,
  errorOf,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  retryAfterMs,
  UnavailableError,
  ValidationError,
} from './errors.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

describe('the error of a response', () => {
  it('has the message of a plain string', async () => {
    const error = await errorOf(answer(404, { detail: 'Memory 1 not found' }, { 'X-Request-Id': 'r-1' }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({
      name: 'NotFoundError',
      message: 'Memory 1 not found',
      status: 404,
      code: null,
    });
    expect(error.requestId).toBe('r-1');
  });

  it('has the code of a structured detail', async () => {
    const detail = { error: 'k_too_large', message: 'limit must be at most 100', actual_k: 101, max_k: 100 };
    const error = await errorOf(answer(400, { detail }));
    expect(error.constructor).toBe(AgentMemoryError);
    expect(error).toMatchObject({ code: 'k_too_large', message: 'limit must be at most 100', detail });
  });

  it('has the issues of a validation', async () => {
    const issue = { type: 'less_than', loc: ['body', 'confidence'], msg: 'must be at most 1', input: 2 };
    const error = await errorOf(answer(422, { detail: [issue] }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ issues: [issue], message: 'body.confidence: must be at most 1' });
  });

  it('of a proxy has its text as detail', async () => {
    const error = await errorOf(answer(502, '<html>Bad Gateway</html>'));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ message: 'The service answered 502', detail: '<html>Bad Gateway</html>' });
  });

  it.each([
    [401, AuthenticationError],
    [403, PermissionError],
    [409, ConflictError],
    [429, RateLimitedError],
    [503, UnavailableError],
    [500, AgentMemoryError],
  ])('with status %i has its own class', async (status, type) => {
    expect((await errorOf(answer(status, { detail: 'no' }))).constructor).toBe(type);
  });
});

describe('Retry-After', () => {
  const read = (value: string): number | null =>
    retryAfterMs(new Headers({ 'Retry-After': value }), 1_000_000);

  it('is read in seconds, as a date, and not at all', () => {
    expect(read('12')).toBe(12_000);
    expect(read(new Date(1_003_000).toUTCString())).toBe(3_000);
    expect(read('soon')).toBeNull();
    expect(retryAfterMs(new Headers())).toBeNull();
  });
});
