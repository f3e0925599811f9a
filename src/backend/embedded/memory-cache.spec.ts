import fc from 'fast-check';
import { MEMORY_TYPES, PROVENANCES, TRUSTS, type Memory } from '../memory';
import { MemoryCache } from './memory-cache';

const text = fc.string({ unit: fc.constantFrom('a', 'é', '東', '😀', '\ud83d', '"', '\\', '\n') });
const date = fc.date({ noInvalidDate: true });

const memory: fc.Arbitrary<Memory> = fc.record(
  {
    id: fc.uuid(),
    sessionId: fc.option(text),
    title: text,
    titleDerived: fc.boolean(),
    content: text,
    type: fc.constantFrom(...MEMORY_TYPES),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    tags: fc.array(text),
    source: text,
    sourceRef: fc.option(text),
    thread: fc.option(text),
    scope: fc.option(text),
    expiresAt: fc.option(date),
    metadata: fc.dictionary(text, fc.oneof(text, fc.boolean(), fc.constant(null), fc.array(text)), {
      noNullPrototype: true,
    }),
    validFrom: fc.option(date),
    validTo: fc.option(date),
    names: fc.array(text),
    key: fc.option(text),
    past: fc.option(fc.boolean()),
    supersededBy: fc.option(fc.uuid()),
    provenance: fc.constantFrom(...PROVENANCES),
    trust: fc.constantFrom(...TRUSTS),
    trustReasons: fc.array(text),
    actorId: text,
    status: fc.constantFrom('active', 'expired'),
    expiredAt: fc.option(date),
    expiredBy: fc.option(text),
    createdAt: date,
    updatedAt: date,
  },
  { noNullPrototype: true },
);

describe('MemoryCache', () => {
  it('gives back what it was given', () => {
    fc.assert(
      fc.property(memory, (given) => {
        const cache = new MemoryCache(1_000_000);
        cache.keep('a', { memory: given, version: 7, xmin: '9' });
        expect(cache.find('a', given.id, 7)).toStrictEqual(given);
      }),
    );
  });

  it('gives back what it was given while nothing later is written to the namespace', () => {
    const [given] = fc.sample(memory, 1) as [Memory];
    const cache = new MemoryCache(1_000_000);
    cache.keep('a', { memory: given, version: 7, xmin: '9' });
    expect(cache.findPresent('a', given.id, '1 1.5 0 8')).toStrictEqual(given);
    expect(cache.findPresent('a', given.id, '1 1.5 0 9')).toBeNull();
    expect(cache.findPresent('b', given.id, '1 1.5 0 8')).toBeNull();
  });

  it('has nothing of other versions, namespaces and ids', () => {
    const [given] = fc.sample(memory, 1) as [Memory];
    const cache = new MemoryCache(1_000_000);
    cache.keep('a', { memory: given, version: 7, xmin: '9' });
    expect(cache.find('a', given.id, 8)).toBeNull();
    expect(cache.find('b', given.id, 7)).toBeNull();
    expect(cache.find('a', 'another', 7)).toBeNull();
    cache.clear();
    expect(cache.find('a', given.id, 7)).toBeNull();
  });

  it('drops those used longest ago where there are too many', () => {
    const memories = fc
      .sample(memory, 200)
      .map((each, n) => ({ ...each, id: `m${n}`, content: 'x'.repeat(1_000) }));
    const cache = new MemoryCache(100_000);
    for (const each of memories) cache.keep('a', { memory: each, version: 1, xmin: '2' });
    const newestFirst = memories.toReversed();
    const kept = newestFirst.filter(({ id }) => cache.find('a', id, 1) !== null);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length).toBeLessThan(100);
    expect(kept).toEqual(newestFirst.slice(0, kept.length));
  });
});
