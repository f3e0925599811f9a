import fc from 'fast-check';
import {
  commonShare,
  CONTEXT,
  FAR,
  fusedScore,
  HALF_WAY,
  NEAR,
  similarityScore,
  usualDeviation,
  usualSimilarity,
} from './score-formulas';
import type { IndexDocument } from './change-feed';
import {
  compactedNow,
  document,
  EVERYTHING,
  indexOf,
  query,
  UNLIMITED,
} from '../../test/support/index-samples';
import { MemoryIndex } from './memory-index';
import { quantize, type VectorSpace } from './vectors';
import type { SearchFilter, SearchQuery } from './search-query';
import { propertyCases } from '../../test/support/property-cases';

const DIMENSIONS = 5;
/** A cosine of 1 is worth a half. */
const SPACE: VectorSpace = { id: 7, dimensions: DIMENSIONS, mean: 0, deviation: 1 / HALF_WAY };
/** Less is a difference in rounding: a mean of directions is kept to six digits. */
const SOME = 1e-6;

function asked(text: string, values: readonly number[]): SearchQuery {
  return query(text, { vector: { spaceId: SPACE.id, values: Float32Array.from(values) } });
}

const WORDS = ['red', 'blue', 'sun'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' '));
const coordinate = fc.constantFrom(-2, -1, 0, 1, 2);
const direction = fc.array(coordinate, { minLength: DIMENSIONS, maxLength: DIMENSIONS });
const vector = fc.option(direction.map((values) => quantize(values)));
const stored = fc.record({
  text,
  vector,
  group: fc.constantFrom(null, 's1', 's2'),
  isThread: fc.constant(false),
  type: fc.constantFrom('fact', 'event'),
  status: fc.constantFrom('active' as const, 'expired' as const),
});
const corpus = fc
  .array(stored, { maxLength: 14 })
  .map((all) => all.map((fields, n) => document({ ...fields, id: `m${n}`, order: n })));
const anyFilter = fc.record({
  types: fc.option(fc.subarray(['fact', 'event'])),
  status: fc.constantFrom('active' as const, 'expired' as const, 'all' as const),
});

function passes(filter: Pick<SearchFilter, 'types' | 'status'>, { type, status }: IndexDocument): boolean {
  return (filter.status === 'all' || filter.status === status) && (filter.types?.includes(type) ?? true);
}

/** The definition, written once more as plainly as possible, over scores by words that are tested elsewhere. */
function naiveScores(
  documents: readonly IndexDocument[],
  question: string,
  values: number[],
): Map<string, number> {
  const byWords = new Map(
    indexOf(documents)
      .search(query(question))
      .hits.map(({ id, lexical }) => [id, lexical?.score ?? 0]),
  );
  const isZero = (vector: ArrayLike<number>): boolean => Array.from(vector).every((each) => each === 0);
  const unit = (vector: ArrayLike<number>): number[] => {
    const length = Math.hypot(...Array.from(vector));
    return Array.from(vector, (each) => (length === 0 ? 0 : each / length));
  };
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, each, i) => sum + each * b[i]!, 0);
  const vectors = documents.flatMap(({ vector }) => (vector ? [unit(vector)] : []));
  const count = Math.max(1, vectors.length);
  const mean = values.map((_, i) => vectors.reduce((sum, each) => sum + each[i]!, 0) / count);
  const share = isZero(values) ? 0 : commonShare(vectors.length);
  const contrastOf = (vector: readonly number[]): number =>
    product(unit(values), vector) - share * (product(mean, vector) - product(mean, mean));
  const usual = usualSimilarity(product(unit(values), mean), vectors.length, SPACE);
  const squares = vectors.reduce((total, each) => total + (contrastOf(each) - usual) ** 2, 0);
  const deviation = usualDeviation(squares, vectors.length, SPACE);
  const deviationsOf = (all: readonly (IndexDocument | undefined)[]): number[] =>
    all.flatMap((each) => (each?.vector ? [(contrastOf(unit(each.vector)) - usual) / deviation] : []));
  const groupOf = (each: IndexDocument): IndexDocument[] =>
    documents.filter((other) => other.id === each.id || (each.group && other.group === each.group));
  const own = (each: IndexDocument): number => {
    const group = groupOf(each);
    const at = group.indexOf(each);
    const [deviations] = deviationsOf([each]);
    const beside = deviationsOf([group[at - 1], group[at + 1]]);
    const weighted = beside.reduce((sum, value) => sum + CONTEXT * value, deviations ?? 0);
    const byVector = similarityScore(beside.length === 0 ? weighted : weighted / (1 + CONTEXT));
    return fusedScore(byWords.get(each.id) ?? 0, deviations === undefined ? 0 : byVector);
  };
  return new Map(
    documents.map((each) => {
      const group = groupOf(each);
      const at = group.indexOf(each);
      const doubt = group.reduce(
        (product, other, place) => product * (1 - ([1, NEAR, FAR][Math.abs(place - at)] ?? 0) * own(other)),
        1,
      );
      return [each.id, 1 - doubt];
    }),
  );
}

describe('MemoryIndex with vectors, over any documents and questions', () => {
  it('scores as defined, whatever the filter, and finds all that passes and scores', () => {
    fc.assert(
      fc.property(corpus, text, direction, anyFilter, (documents, question, values, narrow) => {
        const scores = naiveScores(documents, question, values);
        const filter = { ...EVERYTHING, ...narrow };
        const { hits } = indexOf(documents, SPACE).search({ ...asked(question, values), filter });
        const expected = documents
          .filter((each) => passes(filter, each))
          .map(({ id }) => [id, scores.get(id)!] as const)
          .filter(([, score]) => score > SOME);
        const found = hits.map(({ id, score }) => [id, score] as const).filter(([, score]) => score > SOME);
        expect(found.map(([id]) => id).toSorted()).toEqual(expected.map(([id]) => id).toSorted());
        for (const [id, score] of found) expect(score).toBeCloseTo(scores.get(id)!, 4);
        for (const { score } of hits) expect(score > 0 && score < 1).toBe(true);
      }),
    );
  });

  it('answers the beginning of the whole ranking for any limit and least score', () => {
    const least = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        corpus,
        text,
        direction,
        fc.nat(6),
        least,
        (documents, question, values, limit, minScore) => {
          const index = indexOf(documents, SPACE);
          const all = index.search(asked(question, values));
          const some = index.search({ ...asked(question, values), limit, minScore });
          expect(some.hits).toEqual(all.hits.slice(0, limit).filter(({ score }) => score >= minScore));
          expect(some.candidates).toBe(all.candidates);
        },
      ),
    );
  });

  type Step =
    | { kind: 'upsert'; id: string; fields: Omit<IndexDocument, 'id' | 'order' | 'version'> }
    | { kind: 'amend'; id: string; status: IndexDocument['status'] }
    | { kind: 'embed'; id: string; values: number[] }
    | { kind: 'remove'; id: string }
    | { kind: 'compact' };
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const status = fc.constantFrom('active' as const, 'expired' as const);
  const rest = { tags: fc.constant([]), source: fc.constant('user'), createdAt: fc.constant(0) };
  const fields = fc
    .tuple(stored, fc.record(rest))
    .map(([some, others]) => ({ ...UNLIMITED, ...some, ...others }));
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('upsert' as const), id, fields }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('embed' as const), id, values: direction }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('amend' as const), id, status }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), id }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
  );

  it('answers as an index made from scratch, after any changes and compactions', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), text, direction, (steps, question, values) => {
        const model = new Map<string, IndexDocument>();
        let index = new MemoryIndex('english', SPACE);
        steps.forEach((each, version) => {
          if (each.kind === 'compact') index = compactedNow(index);
          else if (each.kind === 'remove') {
            index.remove(each.id);
            model.delete(each.id);
          } else if (each.kind === 'amend') {
            const former = model.get(each.id);
            if (!former) return;
            // Its vector stays, and does not come again.
            const changed = { ...former, status: each.status, version };
            index.upsert({ ...changed, text: null, vector: null });
            model.set(each.id, changed);
          } else if (each.kind === 'embed') {
            const former = model.get(each.id);
            index.embed(each.id, quantize(each.values));
            if (former) model.set(each.id, { ...former, vector: quantize(each.values) });
          } else {
            // An edit keeps its place and its group, as in the database.
            const { order, group } = model.get(each.id) ?? { order: version, group: each.fields.group };
            const changed = document({ ...each.fields, id: each.id, order, group, version });
            index.upsert(changed);
            model.set(each.id, changed);
          }
        });
        const fresh = indexOf([...model.values()], SPACE);
        expect(index.search(asked(question, values))).toEqual(fresh.search(asked(question, values)));
      }),
      { numRuns: propertyCases(300) },
    );
  });
});
