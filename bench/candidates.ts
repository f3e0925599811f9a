// How often the memory that a newer one changes, contradicts or repeats is among the best of the recall index, on the
// labelled pairs of bench/labelled/changes, with the facts of a file as distractors:
//   npm run bench -- candidates [--facts FILE] [--model PATH] [--misses]
// `--facts`: as for `npm run bench -- truth`. `--model`: a sentence-transformer in a local folder.
import type { Language } from '../src/common/languages';
import { MemoryIndex } from '../src/retrieval/memory-index';
import { rulesOf } from '../src/retrieval/stems';
import { CHANGE_PAIRS, type ChangePair } from './labelled/changes/change-pair';
import { MOST_CANDIDATES, SEARCH, spaceOf, storedDocument } from './support/judge/pair-store';
import { flag, readOptions, text } from './support/options';
import { textTable } from './support/text-table';
import { type Embed, embedderOf } from './support/truth/baselines';
import { readTruthFacts } from './support/truth/facts';

const WANTED = 0.95;
const OPTIONS = { facts: text, model: text, misses: flag };

const WORD = /[\p{L}\p{N}_@./-]+/gu;

/** What is searched for a new memory, by the name of the row. */
const QUERY_FORMS: Readonly<Record<string, (content: string, language: Language) => string>> = {
  'whole text': (content) => content,
  'without stop words': keyWords,
  'names and numbers, else key words': (content, language) => {
    const rare = (content.match(WORD) ?? []).filter(
      (word, at) => /\d/.test(word) || (at > 0 && /\p{Lu}/u.test(word)),
    );
    return rare.length > 1 ? rare.join(' ') : keyWords(content, language);
  },
};

function keyWords(content: string, language: Language): string {
  const { stopWords } = rulesOf(language);
  return (content.match(WORD) ?? []).filter((word) => !stopWords.has(word.toLowerCase())).join(' ');
}

const languageOf = ({ author }: ChangePair): Language =>
  author.startsWith('german-') ? 'german' : 'english';
const idOf = (at: number, part: 'older' | 'newer'): string => `${part} ${at}`;

/** The indexes of all texts, one for each language that asks. */
async function indexesOf(facts: readonly string[], embed: Embed | null): Promise<Map<Language, MemoryIndex>> {
  const texts = [
    ...CHANGE_PAIRS.flatMap(({ older, newer }, at) => [
      { id: idOf(at, 'older'), text: older },
      { id: idOf(at, 'newer'), text: newer },
    ]),
    ...facts.map((fact, at) => ({ id: `fact ${at}`, text: fact })),
  ];
  const vectors = embed === null ? null : await embed(texts.map((each) => each.text));
  const space = embed === null ? null : await spaceOf(embed);
  const indexes = new Map<Language, MemoryIndex>();
  for (const language of ['english', 'german'] as const) {
    const index = new MemoryIndex(language, space);
    texts.forEach((each, order) => index.upsert(storedDocument(each, order, vectors?.[order])));
    indexes.set(language, index);
  }
  return indexes;
}

async function foundShare(
  form: string,
  indexes: Map<Language, MemoryIndex>,
  embed: Embed | null,
): Promise<{ share: number; misses: string[] }> {
  const misses: string[] = [];
  let asked = 0;
  for (const [at, pair] of CHANGE_PAIRS.entries()) {
    if (pair.label === 'none') continue;
    asked++;
    const language = languageOf(pair);
    const query = QUERY_FORMS[form]?.(pair.newer, language) ?? pair.newer;
    const values = embed === null ? null : (await embed([pair.newer]))[0];
    const vector = values === null || values === undefined ? null : { spaceId: 1, values };
    const index = indexes.get(language);
    const limit = MOST_CANDIDATES + 1;
    const hits = index?.search({ ...SEARCH, text: query, limit, vector }).hits ?? [];
    const others = hits.filter(({ id }) => id !== idOf(at, 'newer')).slice(0, MOST_CANDIDATES);
    if (!others.some(({ id }) => id === idOf(at, 'older'))) misses.push(`${pair.older} | ${pair.newer}`);
  }
  return { share: 1 - misses.length / asked, misses };
}

export async function main(): Promise<number> {
  const options = readOptions(OPTIONS);
  const facts =
    options.facts === null ? [] : (await readTruthFacts(options.facts)).facts.map((fact) => fact.content);
  const embed = options.model === null ? null : await embedderOf(options.model);
  const rows: string[][] = [];
  for (const [name, used] of Object.entries({ 'by words': null, 'with the model': embed })) {
    if (name === 'with the model' && used === null) continue;
    const indexes = await indexesOf(facts, used);
    for (const form of Object.keys(QUERY_FORMS)) {
      const { share, misses } = await foundShare(form, indexes, used);
      rows.push([`${name}: ${form}`, share.toFixed(3)]);
      if (options.misses) console.log(misses.map((miss) => `${name}: ${form}: ${miss}`).join('\n'));
    }
  }
  console.log(textTable([`among the best ${MOST_CANDIDATES} (wanted ${WANTED})`, 'share'], rows));
  return 0;
}
