// How well the detector of screening finds secrets and personal data, on the labelled texts of bench/data, beside other
// detectors in the same run:
//   npm run bench -- secrets [--misses] [--gitleaks PROGRAM] [--cases FOLDER]
// `--misses` lists what was judged wrongly in the development half; rules are mended on that half alone. `--gitleaks`
// runs that program too. `--cases`: a checkout of secretlint or trufflehog, whose test cases are read as texts.
// Exits with 1 when the figures miss what is wanted.
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { flag, readOptions, text } from './support/options';
import { gitleaks, ownDetector, SECRETLINT, type Detector } from './support/secrets/detectors';
import { figuresByKind, isHit, isTouched, type Figures, type Judged } from './support/secrets/figures';
import { readLabelled, type LabelledText } from './support/secrets/labelled-texts';
import { VALIDATOR } from './support/secrets/personal-baseline';
import { readPublicCases } from './support/secrets/public-cases';
import { microseconds } from './support/secrets/screening-time';
import { textTable } from './support/text-table';

const HALVES = ['development', 'held-out'] as const;
const CREDENTIALS = ownDetector({ credentials: true, personal: false });
const PERSONAL = ownDetector({ credentials: false, personal: true });
/** Recall, and false ones in 700 texts, of each half and both. */
const WANTED = { recall: 0.95, falseOnes: 1 / 700 };

type Results = ReadonlyMap<string, readonly Judged[]>;

async function judge(texts: readonly LabelledText[], detectors: readonly Detector[]): Promise<Results> {
  const results = new Map<string, Judged[]>();
  for (const { name, find } of detectors) {
    const found = await find(texts.map((each) => each.text));
    results.set(
      name,
      texts.map((labelled, at) => ({ labelled, found: found[at] ?? [] })),
    );
  }
  return results;
}

/** One line a kind; for each detector a column for each half. */
function halvesTable(
  title: string,
  results: Results,
  cell: (figures: Figures) => string,
  isFound = isHit,
): string {
  const names = [...results.keys()];
  const columns = [...results.values()].flatMap((judged) =>
    HALVES.map((half) => {
      const ofHalf = judged.filter(({ labelled }) => labelled.half === half);
      return figuresByKind(ofHalf, isFound);
    }),
  );
  const [first] = results.values();
  const kinds = [...figuresByKind(first ?? []).keys()];
  const rows = kinds.map((kind) => [
    kind,
    ...HALVES.map((_, at) => String(columns[at]?.get(kind)?.texts ?? 0)),
    ...columns.map((column) => cell(column.get(kind) ?? { texts: 0, hits: 0 })),
  ]);
  const header = names.flatMap((name) => [`${name} dev.`, 'held out']);
  return textTable([title, 'dev.', 'held out', ...header], rows);
}

function casesTable(results: Results): string {
  return halvesTable('cases of others: share found', results, share, isTouched);
}

function share({ texts, hits }: Figures): string {
  return texts === 0 ? '' : (hits / texts).toFixed(3);
}

function missLine({ labelled: { kind, text: said, secrets }, found }: Judged): string {
  const values = (secrets.length > 0 ? secrets : found).map(({ start, end }) => said.slice(start, end));
  return `${secrets.length > 0 ? 'missed' : 'false'} ${kind}: ${JSON.stringify(said)} <- ${JSON.stringify(values)}`;
}

function misses(...sets: Results[]): string[] {
  return sets
    .flatMap((results) => results.get('service') ?? [])
    .filter(
      ({ labelled, found }) =>
        labelled.half === 'development' && isHit(labelled, found) === (labelled.secrets.length === 0),
    )
    .map(missLine);
}

function isReached(withSecrets: Results, without: Results): boolean {
  return HALVES.every((half) => {
    const all = (results: Results) =>
      figuresByKind((results.get('service') ?? []).filter(({ labelled }) => labelled.half === half)).get(
        'all',
      );
    const { hits = 0, texts = 1 } = all(withSecrets) ?? {};
    const { hits: falseOnes = 0, texts: innocent = 1 } = all(without) ?? {};
    return hits / texts >= WANTED.recall && falseOnes <= Math.ceil(innocent * WANTED.falseOnes);
  });
}

async function personalLines(): Promise<[string[], Results]> {
  const personal = await readLabelled('secrets-personal.jsonl');
  const detectors = [PERSONAL, VALIDATOR];
  const present = await judge(
    personal.filter(({ secrets }) => secrets.length > 0),
    detectors,
  );
  const absent = await judge(
    personal.filter(({ secrets }) => secrets.length === 0),
    detectors,
  );
  const lines = [
    halvesTable('personal data: recall', present, share),
    '',
    halvesTable('without: false ones', absent, ({ hits }) => String(hits)),
  ];
  return [
    lines,
    new Map([['service', [...(present.get('service') ?? []), ...(absent.get('service') ?? [])]]]),
  ];
}

export async function main(_cleanup: Cleanup): Promise<number> {
  const options = readOptions({ misses: flag, gitleaks: text, cases: text });
  const detectors = [
    CREDENTIALS,
    SECRETLINT,
    ...(options.gitleaks === null ? [] : [gitleaks(options.gitleaks)]),
  ];
  const withSecrets = await judge(await readLabelled('secrets.jsonl'), detectors);
  const without = await judge(await readLabelled('secrets-none.jsonl'), detectors);
  const [personal, judgedPersonal] = await personalLines();
  const isMet = isReached(withSecrets, without);
  const lines = ['', `$ ${commandLine()}`, `Node ${process.version}`, ''];
  lines.push(halvesTable('with secrets: recall', withSecrets, share), '');
  lines.push(
    halvesTable('without: false ones', without, ({ hits }) => String(hits)),
    '',
    ...personal,
  );
  if (options.cases !== null)
    lines.push('', casesTable(await judge(await readPublicCases(options.cases), detectors)));
  const texts = [...withSecrets, ...without].flatMap(([, judged]) =>
    judged.map(({ labelled }) => labelled.text),
  );
  lines.push('', await microseconds([CREDENTIALS, SECRETLINT], texts));
  if (options.misses) lines.push('', ...misses(withSecrets, without, judgedPersonal));
  lines.push(
    '',
    `Wanted: recall ${WANTED.recall} and 1 false one in 700, in each half: ${isMet ? 'met' : 'NOT met'}.`,
  );
  console.log(lines.join('\n'));
  return isMet ? 0 : 1;
}
