// How well recall and answer find independent facts (bench/data: 300 facts and 150 questions, written by hand):
//   npm run bench -- facts [--half development|held-out] [--misses]
// With a sentence-transformer in a local folder too, which `npm run model -- packages` lets the service run:
//   npm run bench -- facts --model PATH
// Exits with 1 when the figures miss what is wanted.
import { AgentClient } from './support/agent-client';
import { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { localEmbeddings, waitUntilEmbedded, type Embeddings } from './support/embeddings';
import { readFactQuestions, readFacts, type Fact, type FactQuestion } from './support/fact-dataset';
import { factRows, type AskedFact, type FactRow } from './support/fact-figures';
import { flag, readOptions, text } from './support/options';
import { waitUntilLinked } from './support/polling';
import { startService } from './support/service-process';
import { textTable } from './support/text-table';

/** An agent stores what it learned of one project at once. */
const BATCH = 25;
const LIMIT = 10;
const HEADER = [
  'questions',
  'Hit@1',
  'R@3',
  'R@10',
  'P@3',
  'cited right',
  'right cited',
  'none cited',
  'certain',
  'certain right',
];

/** By words alone, and with a model: of questions that share words, of those with an answer, and of those without. */
const WANTED = { hit: 0.95, citedRight: 0.7, answered: 0.7, abstained: 0.55 };

async function storeFacts(agent: AgentClient, facts: readonly Fact[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let from = 0; from < facts.length; from += BATCH) {
    const batch = facts.slice(from, from + BATCH);
    const stored = await agent.rememberAll(batch.map(({ id: _, ...memory }) => memory));
    batch.forEach(({ id }, at) => ids.set(stored[at] ?? '', id));
  }
  return ids;
}

/** On a service of its own, which is stopped before this returns. */
async function askAll(
  facts: readonly Fact[],
  questions: readonly FactQuestion[],
  embeddings: Embeddings | null,
  outer: Cleanup,
): Promise<AskedFact[]> {
  const cleanup = new Cleanup();
  outer.add(() => cleanup.run());
  const { url, key } = await startService({ databaseUrl: null, embeddings }, cleanup);
  const agent = await AgentClient.create(url, key, 'bench-facts');
  const ids = await storeFacts(agent, facts);
  if (embeddings !== null) await waitUntilEmbedded(url);
  await waitUntilLinked(url);
  const factsOf = (found: readonly string[]) => found.map((id) => ids.get(id) ?? '');
  const asked: AskedFact[] = [];
  for (const question of questions) {
    const found = factsOf(await agent.recall(question.question, LIMIT));
    const { sources, certainty } = await agent.answer(question.question);
    asked.push({ ...question, found, cited: factsOf(sources), isCertain: certainty === 'high' });
  }
  await cleanup.run();
  return asked;
}

/** On a busy machine too, every question is compared with the vectors. */
function patient({ model, settings }: Embeddings): Embeddings {
  return { model, settings: { ...settings, EMBEDDINGS_QUERY_TIMEOUT_MS: '10000' } };
}

function tableOf(title: string, rows: readonly FactRow[]): string {
  const cell = (share: number | null): string => share?.toFixed(3) ?? '';
  const cells = rows.map(({ name, questions, ...shares }) => [
    name,
    String(questions),
    ...Object.values(shares).map(cell),
  ]);
  return textTable([title, ...HEADER], cells);
}

function isReached(rows: readonly FactRow[]): boolean {
  const row = (wanted: string) => rows.find(({ name }) => name === wanted);
  return (
    (row('words')?.hit ?? 0) >= WANTED.hit &&
    (row('words')?.citedRight ?? 0) >= WANTED.citedRight &&
    (row('all with an answer')?.answered ?? 0) >= WANTED.answered &&
    (row('no answer')?.abstained ?? 0) >= WANTED.abstained
  );
}

function missLine({ id, question, right, found, cited }: AskedFact): string {
  return `${id}: ${question}\n  right ${right.join(' ')}; found ${found.slice(0, 3).join(' ')}; cited ${cited.join(' ')}`;
}

function isMiss({ right, found, cited }: AskedFact): boolean {
  return right.length === 0 ? cited.length > 0 : !right.includes(found[0] ?? '');
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readOptions({ half: text, model: text, misses: flag });
  const facts = await readFacts();
  const questions = (await readFactQuestions()).filter(({ half }) => half === (options.half ?? half));
  const lexical = await askAll(facts, questions, null, cleanup);
  const reached = [isReached(factRows(lexical))];
  const lines = ['', `$ ${commandLine()}`, `Node ${process.version}, ${facts.length} facts`, ''];
  lines.push(tableOf('by words', factRows(lexical)));
  if (options.misses) lines.push('', ...lexical.filter(isMiss).map(missLine));
  if (options.model) {
    const embeddings = patient(localEmbeddings(options.model));
    const hybrid = await askAll(facts, questions, embeddings, cleanup);
    reached.push(isReached(factRows(hybrid)));
    lines.push('', tableOf(`with ${embeddings.model}`, factRows(hybrid)));
    if (options.misses) lines.push('', ...hybrid.filter(isMiss).map(missLine));
  }
  const { hit, citedRight, answered, abstained } = WANTED;
  const isMet = reached.every((each) => each);
  lines.push(
    '',
    `Wanted: Hit@1 ${hit} and cited right ${citedRight} of "words", right cited ${answered} of all with an answer, ` +
      `none cited ${abstained} of "no answer": ${isMet ? 'met' : 'NOT met'}.`,
  );
  console.log(lines.join('\n'));
  return isMet ? 0 : 1;
}
