import { EmbedderUnavailable } from './embedder';
import { vectorFlaw } from './vector-flaw';

interface Entry {
  index: number;
  embedding: unknown;
}

/**
 * The vectors in an answer of `/v1/embeddings`, which is not trusted: one a text, in the order of the texts, of
 * equal dimensions. Throws `EmbedderUnavailable` where it is anything else.
 */
export function vectorsOf(answer: unknown, count: number): Float32Array[] {
  const vectors = entriesOf(answer, count).map((entry) => vectorOf(entry.embedding));
  if (vectors.some((each) => each.length !== vectors[0]?.length)) bad('vectors of different dimensions');
  return vectors;
}

function entriesOf(answer: unknown, count: number): Entry[] {
  const data: unknown = isRecord(answer) ? answer.data : null;
  if (!Array.isArray(data)) bad('no list of embeddings');
  if (data.length !== count) bad(`${data.length} vectors for ${count} texts`);
  const entries = data.map((each: unknown, place) => entryOf(each, place));
  entries.sort((a, b) => a.index - b.index);
  if (entries.some((entry, place) => entry.index !== place)) bad('vectors with wrong indexes');
  return entries;
}

/** Some servers leave the index out where it is zero, or altogether. */
function entryOf(value: unknown, place: number): Entry {
  if (!isRecord(value)) bad('an entry that is no object');
  return { index: typeof value.index === 'number' ? value.index : place, embedding: value.embedding };
}

function vectorOf(value: unknown): Float32Array {
  if (!Array.isArray(value)) bad('an entry without a vector');
  if (!value.every((each) => typeof each === 'number')) bad('a vector that holds more than numbers');
  const vector = Float32Array.from(value);
  const flaw = vectorFlaw(vector);
  if (flaw !== null) bad(`a vector ${flaw}`);
  return vector;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function bad(what: string): never {
  throw new EmbedderUnavailable(`The embedding server answered with ${what}`);
}
