import { withOneUpdate } from '../../../src/links/pair-judge';
import type { CandidatePair } from './pair-store';
import type { Language } from '../../../src/common/languages';
import { readMemory, type ReadMemory } from '../../../src/links/judge/features';
import { asLink, judgeForReport, judgeRead } from '../../../src/links/judge/judge';
import type { JudgeContext, PairJudgement, PairKind } from '../../../src/links/judge/said';
import { rulesOf } from '../../../src/retrieval/stems';
import { saidOf } from './samples';

/** What a judge says of two texts, in the order in which they were stored. */
export type Judge = (older: string, newer: string, context: JudgeContext) => Judged;
export type Judged = Pick<PairJudgement, 'kind' | 'strength'> & { certainty: number };

export const NOT_LINKED: Judged = { kind: 'none', strength: 'none', certainty: 0 };
/** Of the words of the shorter text: the share that the plain baseline wants in both. Chosen on the training cells. */
const LEAST_SHARED = 0.6;

/** The learned judge: of links, with vectors where the search had them. */
export function learnedJudge(): Judge {
  return judgeBy(judgeRead);
}

/** The judge of reports. */
export function reportsJudge(): Judge {
  return judgeBy(judgeForReport);
}

function judgeBy(judge: typeof judgeForReport | typeof judgeRead): Judge {
  const known = new Map<string, ReadMemory>();
  const read = (text: string, language: Language, day: number): ReadMemory => {
    const id = `${day} ${language} ${text}`;
    let memory = known.get(id);
    if (memory === undefined) known.set(id, (memory = readMemory(saidOf(text, day), language)));
    return memory;
  };
  return (older, newer, context) =>
    asLink(judge(read(older, context.language, 1), read(newer, context.language, 60), context));
}

/** Links what shares most of its words, without looking at what differs. */
export function overlapJudge(): Judge {
  const known = new Map<string, Set<string>>();
  const wordsOf = (text: string, language: Language): Set<string> => {
    const id = `${language} ${text}`;
    let words = known.get(id);
    if (words === undefined) {
      const { stopWords } = rulesOf(language);
      const all = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      known.set(id, (words = new Set(all.filter((word) => !stopWords.has(word)))));
    }
    return words;
  };
  return (older, newer, { language }) => {
    const [one, other] = [wordsOf(older, language), wordsOf(newer, language)];
    const shared = [...one].filter((word) => other.has(word)).length;
    const share = shared / Math.max(1, Math.min(one.size, other.size));
    if (share < LEAST_SHARED) return NOT_LINKED;
    const kind: PairKind = one.size === shared && other.size === shared ? 'duplicate' : 'update';
    return { kind, strength: 'link', certainty: share };
  };
}

/** What the judge says of each pair, as the service does: a memory replaces one of its candidates. */
export function judgedPairs(
  judge: Judge,
  texts: readonly string[],
  pairs: readonly CandidatePair[],
): (CandidatePair & Judged)[] {
  const byNewer = new Map<number, (CandidatePair & Judged)[]>();
  for (const pair of pairs) {
    const { older, newer, found } = pair;
    const judged = judge(texts[older] ?? '', texts[newer] ?? '', { language: 'english', found });
    byNewer.set(newer, [...(byNewer.get(newer) ?? []), { ...pair, ...judged }]);
  }
  return [...byNewer.values()].flatMap((all) =>
    withOneUpdate(all, {
      certaintyOf: ({ kind, certainty }) => (kind === 'update' ? certainty : null),
      timeOf: (at) => all[at]?.older ?? 0,
      without: (each) => ({ ...each, ...NOT_LINKED }),
    }),
  );
}
