import { traceWith, type Span, type SpanFacts, type SpanStart } from '../common/tracing';
import { describe as described, tracedModelCall, tracedStatement } from './statement-span';

describe('the span of a statement', () => {
  it.each([
    ['SELECT 1 AS one', 'SELECT'],
    ['\n  SELECT a.agent_id\n  FROM agents a WHERE a.agent_id = $1', 'SELECT agents'],
    ['INSERT INTO memories (id) VALUES ($1) ON CONFLICT DO NOTHING', 'INSERT memories'],
    [
      'UPDATE files f SET holder = $1 FROM (SELECT j.file_id FROM jobs j FOR UPDATE SKIP LOCKED) AS due',
      'UPDATE files',
    ],
    ['DELETE FROM sessions s WHERE s.id = $1', 'DELETE sessions'],
    [
      'WITH owner AS MATERIALIZED (SELECT 1 FROM agents a) UPDATE files f SET x = 1 FROM owner o',
      'WITH agents',
    ],
    ['WITH kept AS (VALUES (1)) SELECT k.a FROM kept k JOIN memories m ON m.id = k.a', 'WITH memories'],
    ['', 'STATEMENT'],
  ])('%j is %s', (text, name) => {
    expect(described(text)).toMatchObject({
      name,
      kind: 'client',
      isPart: true,
      facts: { 'db.query.summary': name },
    });
  });

  it('is its text in a line, up to a length', () => {
    const { facts } = described(`SELECT $1\n   AS a, ${'$2, '.repeat(1_000)}`);
    const text = String(facts['db.query.text']);
    expect(text).toMatch(/^SELECT \$1 AS a, \$2, \$2/);
    expect(text).toHaveLength(2_000);
  });
});

describe('tracedStatement', () => {
  const reported: SpanFacts[] = [];
  const failures: string[] = [];
  const starts: SpanStart[] = [];
  let ends = 0;
  const span: Span = {
    traceId: '0'.repeat(32),
    rename: () => undefined,
    tell: (facts) => reported.push(facts),
    fail: (kind) => failures.push(kind),
    end: () => ends++,
    run: (work) => work(),
  };
  beforeAll(() =>
    traceWith({
      begin: (start) => {
        starts.push(start());
        return span;
      },
      headers: () => ({}),
    }),
  );
  afterAll(() => traceWith(null));

  it('has the SQLSTATE and the kind of a failure, and never the message', async () => {
    const failing = () =>
      Promise.reject(Object.assign(new Error('Key (a)=(secret) exists'), { code: '23505' }));
    await expect(tracedStatement({ text: 'SELECT $1' }, failing)).rejects.toThrow('secret');
    expect(reported).toEqual([{ 'db.response.status_code': '23505' }]);
    expect({ failures, ends }).toEqual({ failures: ['Error'], ends: 1 });
    expect(JSON.stringify(starts)).not.toContain('secret');
  });

  it('names a call of a model by its operation', async () => {
    starts.length = 0;
    expect(await tracedModelCall('File', 'findMany', () => Promise.resolve([]))).toEqual([]);
    expect(starts).toMatchObject([{ name: 'findMany File', kind: 'client', isPart: true }]);
  });
});
