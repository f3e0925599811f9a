import type { Candidate } from '../../src/extraction/candidate';
import { speakerOf } from '../../src/extraction/conversation';
import { sentencesOf } from '../../src/extraction/sentence';
import { type LabelledTurns, says } from '../labelled/turns/read-turns';
import { textTable } from './text-table';

/** What somebody finds in a conversation: texts of candidates. */
export type Finder = (turns: LabelledTurns) => string[];

/** Each sentence of each person: what is found without any rule. */
export const everySentence: Finder = ({ messages }) =>
  messages
    .filter(({ role }) => speakerOf(role)?.kind === 'person')
    .flatMap(({ content }) => sentencesOf(content).map(({ text }) => text));

export interface TurnFigures {
  conversations: number;
  facts: number;
  found: number;
  candidates: number;
  useful: number;
  /** Candidates with the words of more than one fact. */
  joined: number;
  /** Candidates that begin with a pronoun that stands for somebody or something else. */
  noSubject: number;
}

const NO_SUBJECT =
  /^(?:he|she|it|they|this|that|these|those|his|her|its|their|er|sie|es|das|dies)(?:'\w+)?\b(?! (?:project|repo|service|app|team)\b| turned out\b)/i;

export function lacksSubject(text: string): boolean {
  return NO_SUBJECT.test(text);
}

export function turnFigures(cases: readonly LabelledTurns[], find: Finder): TurnFigures {
  const figures: TurnFigures = {
    conversations: cases.length,
    facts: 0,
    found: 0,
    candidates: 0,
    useful: 0,
    joined: 0,
    noSubject: 0,
  };
  for (const turns of cases) {
    const found = find(turns);
    figures.facts += turns.facts.length;
    figures.candidates += found.length;
    figures.found += turns.facts.filter((fact) => found.some((text) => says(text, fact))).length;
    for (const text of found) {
      const said = turns.facts.filter((fact) => says(text, fact)).length;
      if (said > 0) figures.useful++;
      if (said > 1) figures.joined++;
      if (lacksSubject(text)) figures.noSubject++;
    }
  }
  return figures;
}

export function turnTable(rows: readonly (readonly [string, TurnFigures])[]): string {
  const head = ['Set', 'Conversations', 'Facts found', 'Useful candidates', 'Of several facts', 'No subject'];
  return textTable(
    head,
    rows.map(([name, each]) => [
      name,
      String(each.conversations),
      `${(each.found / each.facts).toFixed(2)} (${each.found}/${each.facts})`,
      `${(each.useful / Math.max(1, each.candidates)).toFixed(2)} (${each.useful}/${each.candidates})`,
      String(each.joined),
      String(each.noSubject),
    ]),
  );
}

/** The misses of a set in words, one a line. */
export function turnMisses(cases: readonly LabelledTurns[], find: Finder): string[] {
  return cases.flatMap((turns) => {
    const found = find(turns);
    const missed = turns.facts.filter((fact) => !found.some((text) => says(text, fact)));
    const useless = found.filter((text) => !turns.facts.some((fact) => says(text, fact)));
    return [
      ...missed.map((fact) => `missed: ${fact}: ${turns.messages[0]?.content ?? ''}`),
      ...useless.map((text) => `useless: ${text}`),
    ];
  });
}

export function contentsOf(candidates: readonly Candidate[]): string[] {
  return candidates.map(({ content }) => content);
}
