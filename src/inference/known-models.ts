/** Texts in front of queries and of memories, with which a model was trained. */
export interface Prefixes {
  query: string;
  text: string;
}

/** What the model card of a model says and its files may leave out. */
export interface KnownModel extends Prefixes {
  pooling: 'mean' | 'cls';
  /** Longer texts are truncated. */
  maxTokens: number;
}

export const NO_PREFIXES: Prefixes = { query: '', text: '' };

const BGE_QUERY = 'Represent this sentence for searching relevant passages: ';

const mean = (maxTokens: number, prefixes = NO_PREFIXES): KnownModel => ({
  pooling: 'mean',
  maxTokens,
  ...prefixes,
});
const cls = (maxTokens: number, query = ''): KnownModel => ({ pooling: 'cls', maxTokens, query, text: '' });

/** By the beginning of the name, in lower case; the first that fits counts. */
const KNOWN: readonly (readonly [start: string, model: KnownModel])[] = [
  ['all-minilm-l12', mean(128)],
  ['all-minilm', mean(256)],
  ['multi-qa-minilm', mean(512)],
  ['paraphrase-multilingual-minilm', mean(128)],
  ['bge-m3', cls(8_192)],
  ['bge-small-en', cls(512, BGE_QUERY)],
  ['bge-base-en', cls(512, BGE_QUERY)],
  ['bge-large-en', cls(512, BGE_QUERY)],
  ['mxbai-embed', cls(512, BGE_QUERY)],
  ['multilingual-e5', mean(512, { query: 'query: ', text: 'passage: ' })],
  ['e5-', mean(512, { query: 'query: ', text: 'passage: ' })],
  ['gte-multilingual', cls(8_192)],
  ['gte-base-en-v1.5', cls(8_192)],
  ['gte-large-en-v1.5', cls(8_192)],
  ['gte-', mean(512)],
  ['nomic-embed-text', mean(8_192, { query: 'search_query: ', text: 'search_document: ' })],
];

/** Finds a model by the name of its folder or repository, such as `Xenova/bge-small-en-v1.5`. Null for an unknown model. */
export function knownModel(name: string): KnownModel | null {
  const own = (name.split(/[/\\]/).findLast((part) => part !== '') ?? '').toLowerCase();
  return KNOWN.find(([start]) => own.startsWith(start))?.[1] ?? null;
}
