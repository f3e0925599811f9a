import fc from 'fast-check';
import { TRACE_REASONS, type RecallTrace, type TracedMemory } from './recall-trace';
import { traceOfRow, traceRow, type TraceRow } from './trace-row';

const share = fc.float({ noNaN: true, min: 0, max: 1 });
const part = fc.option(share);
const memory: fc.Arbitrary<TracedMemory> = fc.record({
  id: fc.uuid(),
  agentId: fc.constantFrom('demo', 'handbook'),
  score: share,
  reason: fc.constantFrom(...TRACE_REASONS),
  parts: fc.record({
    lexical: part,
    vector: part,
    similarity: part,
    neighbours: share,
    time: share,
    speaker: share,
  }),
  terms: fc.array(fc.string(), { maxLength: 3 }),
});

const TRACE: Omit<RecallTrace, 'memories'> = {
  traceId: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
  agentId: 'demo',
  at: new Date(Date.UTC(2026, 4, 1)),
  sessionId: 'sess_1',
  by: null,
  keyId: null,
  client: 'jest',
  via: 'http',
  requestId: null,
  mode: 'recall',
  request: { filters: {}, limit: 10 },
  outcome: { retrieval: 'lexical', lexicalReason: 'no_model', verdict: null, generatedBy: null },
  durationMs: 1.5,
  given: 1,
  query: 'Which theme?',
};

/** As the database reads it. */
function readBack(trace: RecallTrace): RecallTrace {
  const row = JSON.parse(traceRow(trace)) as {
    ids: string[];
    owners: string[] | null;
    reasons: string;
    scores: string;
    terms: string[][];
  };
  const { ids, owners, reasons, terms } = row;
  const { memories, ...rest } = trace;
  expect(ids).toHaveLength(memories.length);
  const scores = Buffer.from(row.scores, 'base64');
  return traceOfRow({ ...rest, ids, owners, reasons, scores, terms } satisfies TraceRow);
}

describe('the row of a trace', () => {
  it('holds each memory, with seven digits of each number', () => {
    fc.assert(
      fc.property(fc.array(memory, { maxLength: 20 }), (memories) => {
        const found = readBack({ ...TRACE, memories }).memories;
        expect(found.map(({ id, agentId, reason, terms }) => [id, agentId, reason, terms])).toEqual(
          memories.map(({ id, agentId, reason, terms }) => [id, agentId, reason, terms]),
        );
        for (const [at, each] of found.entries()) {
          const given = memories[at]!;
          expect(each.score).toBeCloseTo(given.score, 6);
          for (const [name, value] of Object.entries(given.parts)) {
            const read = each.parts[name as keyof typeof each.parts];
            if (value === null) expect(read).toBeNull();
            else expect(read).toBeCloseTo(value, 6);
          }
        }
      }),
    );
  });

  it('has no words of a query that is not kept', () => {
    const parts = { lexical: 0.5, vector: null, similarity: null, neighbours: 0, time: 0, speaker: 0 };
    const place = { id: 'a', agentId: 'demo', score: 0.5, reason: 'returned' } as const;
    const memories = [{ ...place, parts, terms: ['zanzibar'] }];
    expect(traceRow({ ...TRACE, memories })).toContain('zanzibar');
    expect(traceRow({ ...TRACE, memories, query: null })).not.toContain('zanzibar');
  });
});
