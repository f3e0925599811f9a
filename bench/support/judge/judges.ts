import type { Language } from '../../../src/common/languages';
import { readMemory, type ReadMemory } from '../../../src/links/judge/features';
import { asLink, judgeForReport, judgeRead } from '../../../src/links/judge/judge';
import type { PairJudgement, PairKind } from '../../../src/links/judge/said';
import { rulesOf } from '../../../src/retrieval/stems';
import { cosine } from '../../../src/retrieval/vectors';
import type { Embed } from '../truth/baselines';
import { saidOf } from './samples';

/** What a judge says of two texts, in the order in which they were stored. */
export type Judge = (older: string, newer: string, language: Language) => Promise<Judged>;
export type Judged = Pick<PairJudgement, 'kind' | 'strength'> & { certainty: number };

const NONE: Judged = { kind: 'none', strength: 'none', certainty: 0 };
const LONGEST = 2000;
/** Of the words of the shorter text: the share that the plain baseline wants in both. Chosen on the training cells. */
const LEAST_SHARED = 0.6;

/** The learned judge; with vectors if there is a model. */
export function learnedJudge(embed: Embed | null): Judge {
  return judgeBy(embed, judgeRead);
}

/** The judge of reports. */
export function reportsJudge(): Judge {
  return judgeBy(null, judgeForReport);
}

function judgeBy(embed: Embed | null, judge: typeof judgeForReport | typeof judgeRead): Judge {
  const known = new Map<string, ReadMemory>();
  const read = (text: string, language: Language, day: number): ReadMemory => {
    const id = `${day} ${language} ${text}`;
    let memory = known.get(id);
    if (memory === undefined) known.set(id, (memory = readMemory(saidOf(text, day), language)));
    return memory;
  };
  return async (older, newer, language) => {
    const vectors = embed === null ? null : await embed([older.slice(0, LONGEST), newer.slice(0, LONGEST)]);
    const [one, other] = vectors ?? [];
    const similarity = one === undefined || other === undefined ? null : cosine(one, other);
    const context = { language, similarity };
    return asLink(judge(read(older, language, 1), read(newer, language, 60), context));
  };
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
  return (older, newer, language) => {
    const [one, other] = [wordsOf(older, language), wordsOf(newer, language)];
    const shared = [...one].filter((word) => other.has(word)).length;
    const share = shared / Math.max(1, Math.min(one.size, other.size));
    if (share < LEAST_SHARED) return Promise.resolve(NONE);
    const kind: PairKind = one.size === shared && other.size === shared ? 'duplicate' : 'update';
    return Promise.resolve({ kind, strength: 'link', certainty: share });
  };
}
