import { lineProblem } from './line-rules';
import { readLine, type DataLine } from './transfer-line';

const at = '2026-05-01T12:00:00+00:00';
const memory = {
  kind: 'memory',
  namespace: 'service_agent_a',
  id: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
  seq: 1,
  session_id: null,
  title: 'Tea',
  title_derived: true,
  content: 'Tea',
  type: 'fact',
  confidence: 0.8,
  tags: [],
  source: 'agent',
  source_ref: null,
  thread: null,
  provenance: 'explicit_statement',
  actor_id: 'a',
  status: 'active',
  expired_at: null,
  expired_by: null,
  created_at: at,
  updated_at: at,
  history: [],
};

const lineOf = (changes: object) => readLine(JSON.stringify({ ...memory, ...changes }), 2) as DataLine;

describe('the rules of imported lines', () => {
  it('take what a document of the backend server may hold only where documents are taken', () => {
    const ofDocument = lineOf({
      content: 'x'.repeat(100_000),
      tags: Array.from({ length: 30 }, (_, i) => `t${i}`),
    });
    expect(lineProblem(ofDocument, 'documents')).toBeNull();
    expect(lineProblem(ofDocument, 'remembered')).toContain('content');
    expect(lineProblem(lineOf({ content: 'x'.repeat(100_001) }), 'documents')).toContain('content');
  });

  it.each([
    'infinity',
    '-infinity',
    '10000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '',
    null,
    7,
  ])('refuse %j as a time', (time) => {
    expect(lineProblem(lineOf({ created_at: time }), 'remembered')).toContain('its created_at is refused');
  });

  it('refuse an end before the start', () => {
    const from = { valid_from: '2026-05-01T00:00:00Z' };
    const ending = (valid_to: string) => lineProblem(lineOf({ ...from, valid_to }), 'remembered');
    expect(ending('2026-04-30T00:00:00+00:00')).toContain('its valid_to is refused');
    expect(ending('2026-05-01T02:00:00+02:00')).toBeNull();
    expect(ending('2026-06-01T00:00:00Z')).toBeNull();
  });

  it('take the words in which imports of other systems say why a memory expired', () => {
    const expiredBy = (reason: string) => lineProblem(lineOf({ expired_by: reason }), 'remembered');
    expect(['mem0: expiration date', 'zep: no longer valid', 'retention.context'].map(expiredBy)).toEqual([
      null,
      null,
      null,
    ]);
    for (const reason of ['', 'x'.repeat(65), 'two\nlines', '\u202e']) {
      expect(expiredBy(reason)).toContain('its expired_by is refused');
    }
  });

  it('name the place in a history, and never show a value', () => {
    const former = { content: `secret${'x'.repeat(10_001)}` };
    const entry = { at, event: 'edited', session_id: null, by: 'a', former, sweep_id: null };
    const reason = lineProblem(lineOf({ history: [{ ...entry, former: null }, entry] }), 'remembered');
    expect(reason).toContain('history.1.former.content');
    expect(reason).not.toContain('secret');
  });

  it.each([2 ** 30 + 1, 2 ** 31 - 1])('refuse a count of %i, after which a column holds no more', (count) => {
    const agent = { kind: 'agent', agent_id: 'a', namespace: 'service_agent_a', pattern: 'support' };
    const counted = { ...agent, status: 'ready', created_at: at, session_count: count, memory_count: 0 };
    const line = readLine(JSON.stringify(counted), 2) as DataLine;
    expect(lineProblem(line, 'remembered')).toContain('its session_count is refused');
  });

  it('do not read the prototype of a line', () => {
    expect(lineProblem(lineOf({ history: [{}] }), 'remembered')).toContain('history.0.at');
    expect(
      lineProblem({ kind: 'agent', number: 2, text: '', fields: { constructor: 1 } }, 'remembered'),
    ).toContain('agent_id');
  });

  it('take a policy that an export has, and refuse one that `PUT …/policy` would refuse', () => {
    const rule = { name: 'scratch', match: { tags: ['scratch'] }, expire_after: '1d' };
    const policy = { version: 1, retention: { event: '30d' }, rules: [rule], purge_expired_after: 'never' };
    const refused = (given: unknown) => {
      const line = { kind: 'policy', agent_id: 'a', policy: given, updated_at: at };
      return lineProblem(readLine(JSON.stringify(line), 2) as DataLine, 'remembered');
    };
    expect(refused(policy)).toBeNull();
    for (const bad of [
      {},
      { ...policy, version: 0 },
      { ...policy, retention: null },
      { ...policy, retention: { nonsense: '7d' } },
      { ...policy, retention: { toString: '7d' } },
      { ...policy, retention: { event: '7 days' } },
      { ...policy, rules: null },
      { ...policy, rules: [{ name: 'a', expire_after: '1d' }] },
      { ...policy, rules: [{ ...rule, match: { type: 'fact' } }] },
      { ...policy, rules: [{ ...rule, expire_after: 'soon' }] },
      { ...policy, rules: [rule, rule] },
      { ...policy, purge_expired_after: 5 },
      { ...policy, purge_expired_after: undefined },
    ]) {
      expect([bad, refused(bad)]).toEqual([bad, expect.stringContaining('its policy')]);
    }
  });
});
