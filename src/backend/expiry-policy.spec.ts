import fc from 'fast-check';
import {
  expiredBy,
  isEmptyPolicy,
  verdictOn,
  type ExpiryPolicy,
  type ExpiryRule,
  type JudgedMemory,
  type RuleMatch,
} from './expiry-policy';
import { MEMORY_TYPES, PROVENANCES } from './memory';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 4, 1, 12);
const TAGS = ['a', 'b', 'c'];
const SOURCES = ['agent', 'user', 'service'];

const ANY: RuleMatch = { types: null, tags: null, sources: null, provenances: null, confidenceBelow: null };

const someOf = <T>(values: readonly T[]) => fc.option(fc.subarray([...values], { minLength: 1 }));
const confidences = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
const ages = fc.constantFrom(null, DAY, 7 * DAY, 30 * DAY);
const types = fc.constantFrom(...MEMORY_TYPES.slice(0, 3));
const times = fc.option(
  fc.integer({ min: -40, max: 2 }).map((days) => new Date(NOW + days * DAY)),
  { freq: 8 },
);

const matches: fc.Arbitrary<RuleMatch> = fc.record({
  types: someOf(MEMORY_TYPES.slice(0, 3)),
  tags: someOf(TAGS),
  sources: someOf(SOURCES),
  provenances: someOf(PROVENANCES.slice(0, 2)),
  confidenceBelow: fc.option(confidences),
});
const rules = (...names: string[]) =>
  fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), match: matches, expireAfter: ages }), {
    selector: (each) => each.name,
    maxLength: names.length,
  });
const policies: fc.Arbitrary<ExpiryPolicy> = fc.record({
  rules: rules('r1', 'r2', 'r3', 'r4'),
  retention: fc.dictionary(types, ages),
});
const memories: fc.Arbitrary<JudgedMemory> = fc.record({
  type: types,
  tags: fc.subarray(TAGS),
  source: fc.constantFrom(...SOURCES),
  provenance: fc.constantFrom(...PROVENANCES.slice(0, 2)),
  confidence: confidences,
  createdAt: times,
  updatedAt: times,
});

const memory = (fields: Partial<JudgedMemory> = {}): JudgedMemory => ({
  type: 'fact',
  tags: [],
  source: 'agent',
  provenance: 'inferred',
  confidence: 0.8,
  createdAt: new Date(NOW - 100 * DAY),
  updatedAt: new Date(NOW - 10 * DAY),
  ...fields,
});
const rule = (name: string, match: Partial<RuleMatch>, expireAfter: number | null = DAY): ExpiryRule => ({
  name,
  match: { ...ANY, ...match },
  expireAfter,
});
const judge = (policy: Partial<ExpiryPolicy>, fields: Partial<JudgedMemory> = {}, at = NOW) =>
  expiredBy({ rules: [], retention: {}, ...policy }, memory(fields), new Date(at));

describe('a memory under a policy', () => {
  it('falls under the first rule that matches it, whatever the later ones say', () => {
    fc.assert(
      fc.property(policies, memories, rules('later1', 'later2'), (policy, judged, later) => {
        const verdict = verdictOn(policy, judged);
        const first = policy.rules.find((each) => each.name === verdict?.by);
        fc.pre(first !== undefined);
        expect(verdictOn({ ...policy, rules: [...policy.rules, ...later] }, judged)).toEqual(verdict);
        const earlier = policy.rules.slice(0, policy.rules.indexOf(first));
        expect(verdictOn({ rules: earlier, retention: {} }, judged)).toBeNull();
      }),
    );
  });

  it('is pinned by a rule that never expires, in spite of rules and retention after it', () => {
    fc.assert(
      fc.property(policies, memories, fc.date({ noInvalidDate: true }), (policy, judged, at) => {
        const pinned = { ...policy, rules: [rule('pin', {}, null), ...policy.rules] };
        expect(expiredBy(pinned, judged, at)).toBeNull();
      }),
    );
  });

  it('matches a rule without conditions', () => {
    fc.assert(
      fc.property(memories, (judged) => {
        expect(verdictOn({ rules: [rule('all', {})], retention: {} }, judged)?.by).toBe('all');
      }),
    );
  });

  it('matches a rule only when every one of its conditions holds', () => {
    fc.assert(
      fc.property(matches, memories, (match, judged) => {
        const holds = (condition: Partial<RuleMatch>) =>
          verdictOn({ rules: [rule('r', condition)], retention: {} }, judged) !== null;
        const parts = Object.entries(match).map(([name, value]) => holds({ [name]: value }));
        expect(holds(match)).toBe(parts.every(Boolean));
      }),
    );
  });

  it.each<[string, Partial<RuleMatch>, Partial<JudgedMemory>, Partial<JudgedMemory>]>([
    ['types', { types: ['goal', 'fact'] }, { type: 'fact' }, { type: 'event' }],
    ['tags', { tags: ['a', 'b'] }, { tags: ['b', 'c'] }, { tags: ['c'] }],
    ['writers', { sources: ['user', 'agent'] }, { source: 'agent' }, { source: 'importer' }],
    ['provenances', { provenances: ['inferred'] }, { provenance: 'inferred' }, { provenance: 'observed' }],
    ['confidence', { confidenceBelow: 0.5 }, { confidence: 0.4 }, { confidence: 0.6 }],
  ])('matches a rule about %s only where they are those of the rule', (_, match, meant, other) => {
    const policy = { rules: [rule('r', match)] };
    expect([judge(policy, meant), judge(policy, other)]).toEqual(['r', null]);
  });

  it('falls under the retention of its type where no rule matches', () => {
    const policy = { rules: [rule('other', { types: ['goal'] })], retention: { fact: 10 * DAY } };
    expect(judge(policy)).toBe('retention.fact');
    expect(judge(policy, { type: 'event' })).toBeNull();
  });

  it('expires when its age reaches the duration, and not a millisecond before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 * DAY }), (age) => {
        const policy = { retention: { fact: age } };
        const updatedAt = new Date(NOW - age);
        expect(judge(policy, { updatedAt })).toBe('retention.fact');
        expect(judge(policy, { updatedAt }, NOW - 1)).toBeNull();
      }),
    );
  });

  it('has the age of its last update, else of its creation', () => {
    const policy = { retention: { fact: 50 * DAY } };
    expect(judge(policy)).toBeNull();
    expect(judge(policy, { updatedAt: null })).toBe('retention.fact');
    expect(judge(policy, { updatedAt: new Date(NaN) })).toBe('retention.fact');
  });

  it('never expires without a usable time', () => {
    fc.assert(
      fc.property(policies, memories, fc.constantFrom(null, new Date(NaN)), (policy, judged, none) => {
        expect(expiredBy(policy, { ...judged, createdAt: none, updatedAt: none }, new Date(NOW))).toBeNull();
      }),
    );
  });

  it('is never below its own confidence', () => {
    const policy = { rules: [rule('unsure', { confidenceBelow: 0.5 })] };
    expect(judge(policy, { confidence: 0.5 })).toBeNull();
    expect(judge(policy, { confidence: 0.4999 })).toBe('unsure');
    expect(judge({ rules: [rule('none', { confidenceBelow: 0 })] }, { confidence: 0 })).toBeNull();
  });

  it('has any of the tags of a rule, as they are written', () => {
    const policy = { rules: [rule('tagged', { tags: ['a', 'b'] })] };
    expect(judge(policy, { tags: ['x', 'b'] })).toBe('tagged');
    expect(judge(policy, { tags: ['B'] })).toBeNull();
    expect(judge(policy, { tags: [] })).toBeNull();
  });

  it('once expired stays expired as time goes on', () => {
    fc.assert(
      fc.property(policies, memories, fc.nat({ max: 100 * DAY }), (policy, judged, later) => {
        const by = expiredBy(policy, judged, new Date(NOW));
        fc.pre(by !== null);
        expect(expiredBy(policy, judged, new Date(NOW + later))).toBe(by);
      }),
    );
  });

  it('does not expire before it expires by the verdict', () => {
    fc.assert(
      fc.property(policies, memories, (policy, judged) => {
        const verdict = verdictOn(policy, judged);
        const due = verdict?.expiresAt ? verdict.expiresAt.getTime() <= NOW : false;
        expect(expiredBy(policy, judged, new Date(NOW))).toBe(due ? verdict?.by : null);
      }),
    );
  });
});

describe('an empty policy', () => {
  it('says nothing of any memory', () => {
    const policy = { rules: [], retention: {} };
    expect(isEmptyPolicy(policy)).toBe(true);
    fc.assert(fc.property(memories, (judged) => verdictOn(policy, judged) === null));
  });

  it.each([
    { rules: [rule('pin', {}, null)], retention: {} },
    { rules: [], retention: { fact: null } },
  ])('is not one that has something to say: %j', (policy) => {
    expect(isEmptyPolicy(policy)).toBe(false);
  });
});
