import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { halfOf, type LabelledText, type Span } from './labelled-texts';

/**
 * Test cases of other scanners, read from a checkout of theirs: the snapshots of secretlint (`output.json`) and the
 * tests of the detectors of trufflehog (`*_test.go`). "invalid" are texts in which trufflehog finds no key of the
 * product; a value may stand there all the same.
 */
export async function readPublicCases(folder: string): Promise<LabelledText[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  const cases: LabelledText[] = [];
  for (const { name, parentPath } of files) {
    const read = name === 'output.json' ? snapshotCase : name.endsWith('_test.go') ? goCases : null;
    if (read === null || OTHER_RULES.test(parentPath)) continue;
    const hasOptions = files.some((each) => each.parentPath === parentPath && each.name === 'options.ts');
    if (!hasOptions) cases.push(...read(await readFile(path.join(parentPath, name), 'utf8')));
  }
  return [...new Map(cases.map((each) => [each.text, each])).values()];
}

/** Rules of secretlint that look for no secret, or for the names of files. */
const OTHER_RULES =
  /secretlint-rule-(?:filter|pattern|no-)|@secretlint\/(?!secretlint-rule-)|scaffdog|examples\//;

interface Snapshot {
  messages?: { range: [number, number] }[];
  sourceContent?: string;
}

export function snapshotCase(json: string): LabelledText[] {
  const { messages, sourceContent } = JSON.parse(json) as Snapshot;
  if (messages === undefined || sourceContent === undefined || sourceContent.trim() === '') return [];
  const secrets = messages.map(({ range: [start, end] }) => ({ start, end }));
  return [caseOf('secretlint', secrets.length > 0 ? 'with' : 'without', sourceContent, secrets)];
}

const GO_CASE = /input:\s*(`[^`]*`|"(?:[^"\\\n]|\\.)*"),\s*want:\s*(nil|\[\]string\{[^{}]*\})/g;
const GO_STRING = /`([^`]*)`|"((?:[^"\\\n]|\\.)*)"/g;

/** Cases whose text and expected values are both literal. */
export function goCases(source: string): LabelledText[] {
  return [...source.matchAll(GO_CASE)].flatMap(([, input = '', want = '']) => {
    const [text = ''] = goStrings(input);
    const wanted = goStrings(want);
    if (wanted.length === 0) return [caseOf('trufflehog', 'invalid', text, [])];
    const secrets = wanted.map((value) => ({
      start: text.indexOf(value),
      end: text.indexOf(value) + value.length,
    }));
    return secrets.every(({ start }) => start >= 0) ? [caseOf('trufflehog', 'with', text, secrets)] : [];
  });
}

function goStrings(source: string): string[] {
  return [...source.matchAll(GO_STRING)].map(
    ([, raw, quoted = '']) => raw ?? quoted.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1'),
  );
}

function caseOf(from: string, label: string, text: string, secrets: Span[]): LabelledText {
  return {
    kind: `${from}, ${label}`,
    half: halfOf(createHash('sha256').update(text).digest()),
    text,
    secrets,
  };
}
