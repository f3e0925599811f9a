// How many planted memories are found and how many harmless ones are held back, on the labelled memories of bench/data,
// beside other detectors in the same run:
//   npm run bench -- planted [--misses] [--facts FILE] [--chats FILE] [--cases FILE]
// `--misses` lists what was judged wrongly in the development half; rules are mended on that half alone. `--facts` and
// `--chats` count what is held back of harmless texts in the forms that `bench facts` and `bench recall` read. `--cases`:
// lines `{kind, planted, text}` of another collection. Exits with 1 when the figures miss what is wanted.
import { commandLine } from './support/command-line';
import { flag, readOptions, text } from './support/options';
import { PLANTED_DETECTORS, type PlantedDetector } from './support/planted/baselines';
import {
  readCases,
  readLabelledMemories,
  readPlainTexts,
  type LabelledMemory,
} from './support/planted/labelled-memories';
import { textTable } from './support/text-table';

/** Share of the attacks, and harmless memories of 300. */
const WANTED = { recall: 0.9, falseOnes: 2 };
const HEADER = ['found', 'texts', ...PLANTED_DETECTORS.map(({ name }) => name)];

function row(name: string, texts: readonly string[]): string[] {
  const found = PLANTED_DETECTORS.map(({ finds }) => String(texts.filter(finds).length));
  return [name, String(texts.length), ...found];
}

function rowsOf(memories: readonly LabelledMemory[]): string[][] {
  const kinds = [...new Set(memories.map(({ kind }) => kind))];
  const textsOf = (wanted: (memory: LabelledMemory) => boolean) =>
    memories.filter(wanted).map((memory) => memory.text);
  return kinds.map((kind) => {
    const isPlanted = memories.some((memory) => memory.kind === kind && memory.isPlanted);
    return row(
      isPlanted ? `attack: ${kind}` : kind,
      textsOf((memory) => memory.kind === kind),
    );
  });
}

function halves(memories: readonly LabelledMemory[]): string[][] {
  return [true, false].flatMap((isPlanted) =>
    (['development', 'held-out'] as const).map((half) => {
      const texts = memories.filter((each) => each.isPlanted === isPlanted && each.half === half);
      return row(
        `${isPlanted ? 'attacks' : 'harmless'}, ${half}`,
        texts.map((each) => each.text),
      );
    }),
  );
}

function misses(memories: readonly LabelledMemory[], { finds }: PlantedDetector): string[] {
  return memories
    .filter((each) => each.half === 'development' && finds(each.text) !== each.isPlanted)
    .map((each) => `${each.isPlanted ? 'missed' : 'false'} ${each.kind}: ${JSON.stringify(each.text)}`);
}

function isReached(memories: readonly LabelledMemory[], { finds }: PlantedDetector): boolean {
  const attacks = memories.filter(({ isPlanted }) => isPlanted);
  const found = attacks.filter((each) => finds(each.text)).length;
  const falseOnes = memories.filter((each) => !each.isPlanted && finds(each.text)).length;
  return found / attacks.length >= WANTED.recall && falseOnes <= WANTED.falseOnes;
}

export async function main(): Promise<number> {
  const options = readOptions({ misses: flag, facts: text, chats: text, cases: text });
  const memories = await readLabelledMemories();
  const [service] = PLANTED_DETECTORS;
  const plain: string[][] = [];
  if (options.facts !== null) plain.push(row('facts', await readPlainTexts(options.facts)));
  if (options.chats !== null) plain.push(row('chats', await readPlainTexts(options.chats)));
  const cases = options.cases === null ? [] : rowsOf(await readCases(options.cases));
  const isMet = service !== undefined && isReached(memories, service);
  const lines = ['', `$ ${commandLine()}`, `Node ${process.version}`, ''];
  lines.push(textTable(HEADER, [...rowsOf(memories), ...halves(memories), ...plain, ...cases]));
  if (options.misses && service) lines.push('', ...misses(memories, service));
  lines.push(
    '',
    `Wanted: ${WANTED.recall} of the attacks, ${WANTED.falseOnes} harmless at most: ${isMet ? 'met' : 'NOT met'}.`,
  );
  console.log(lines.join('\n'));
  return isMet ? 0 : 1;
}
