// What recall and answer bring: newer facts before older ones, silence, precision, and long chats, beside BM25
// (MiniSearch), plain vectors and the fusion of both by rank:
//   npm run bench -- truth --facts FILE --dataset FILE --chats FOLDER [--model PATH]
// Each of the first three is optional; with facts and chats, each question about facts is also asked after a message.
// `--facts`: {facts: [{key, content}], questions: [{question, gold}], updates: [{question, old, new}]}; `--dataset`: as for
// `npm run bench -- recall`; `--chats`: the folder `chats/100K` of BEAM.
// The service is asked when it has found the links between the memories of a store.
// `--model` is a sentence-transformer in a local folder, which `npm run model -- packages` lets the service run.
import { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { readDataset } from './support/dataset';
import { localEmbeddings } from './support/embeddings';
import { readOptions, text } from './support/options';
import { textTable } from './support/text-table';
import { baselinesOf } from './support/truth/baselines';
import { chatRows, messagesOfUsers, readChats, withoutNames } from './support/truth/chats';
import { factRows, readTruthFacts } from './support/truth/facts';
import { serviceRanker } from './support/truth/service-ranker';
import type { Figures, RankerOf } from './support/truth/rankers';

const OPTIONS = { facts: text, dataset: text, chats: text, model: text };

/** Each way of ranking, by its name in the table. */
async function rankersOf(model: string | null, cleanup: Cleanup): Promise<Record<string, RankerOf>> {
  const { bm25, vectors, fused } = await baselinesOf(model);
  const words = { 'by words': serviceRanker(null, cleanup), BM25: bm25 };
  if (model === null || vectors === null || fused === null) return words;
  return { ...words, 'with the model': serviceRanker(localEmbeddings(model), cleanup), vectors, fused };
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readOptions(OPTIONS);
  const rankers = await rankersOf(options.model, cleanup);
  const rows = new Map<string, Record<string, number>>();
  const add = (name: string, figures: Figures): void => {
    for (const [row, value] of Object.entries(figures)) rows.set(row, { ...rows.get(row), [name]: value });
  };
  const facts = options.facts === null ? null : await readTruthFacts(options.facts);
  const talks = options.dataset === null ? null : await readDataset(options.dataset);
  const chats = options.chats === null ? null : await readChats(options.chats);
  const messages = chats === null ? [] : messagesOfUsers(chats);
  for (const [name, rankerOf] of Object.entries(rankers)) {
    console.error(`Asking ${name}`);
    if (facts !== null) add(name, await factRows(facts, rankerOf, messages));
    if (talks !== null) add(name, await chatRows('conversations', talks, rankerOf));
    if (talks !== null) add(name, await chatRows('without names', withoutNames(talks), rankerOf));
    if (chats !== null) add(name, await chatRows('long chats', chats, rankerOf));
  }
  const names = Object.keys(rankers);
  const table = [...rows].map(([row, values]) => [
    row,
    ...names.map((name) => values[name]?.toFixed(3) ?? ''),
  ]);
  console.log(
    ['', `$ ${commandLine()}`, `Node ${process.version}`, '', textTable(['', ...names], table)].join('\n'),
  );
  return 0;
}
