import { corsOptions } from './http.setup';

function allows(origin: string | undefined, allowed = ''): boolean {
  let answer = false;
  const decide = corsOptions(allowed).origin as (
    origin: string | undefined,
    done: (error: Error | null, allow: boolean) => void,
  ) => void;
  decide(origin, (_error, allow) => (answer = allow));
  return answer;
}

describe('corsOptions', () => {
  it.each(['http://localhost', 'http://localhost:5173', 'https://127.0.0.1:8000', 'http://[::1]:3000'])(
    'allows the loopback origin %s',
    (origin) => expect(allows(origin)).toBe(true),
  );

  it.each([
    'null',
    'https://evil.com',
    'http://localhost.evil.com',
    'http://127.0.0.1.evil.com',
    'http://evil.com#localhost',
    'file://localhost',
    undefined,
  ])('does not allow %p', (origin) => expect(allows(origin)).toBe(false));

  it('lets pages read the headers that answers have for their callers', () => {
    expect(corsOptions('').exposedHeaders).toEqual(
      expect.arrayContaining(['X-Session-Token', 'Idempotency-Replayed', 'X-Request-Id']),
    );
  });

  it('allows the listed origins, and only them', () => {
    const listed = 'https://app.example.com, http://other.example.com:8080/';
    expect(allows('https://app.example.com', listed)).toBe(true);
    expect(allows('http://other.example.com:8080', listed)).toBe(true);
    expect(allows('https://sub.app.example.com', listed)).toBe(false);
  });
});
