import { type BoostedTrees, logistic, logOddsOf } from './boosted-trees';
import { areSwapped } from './clause-features';
import { DENIED_CERTAINTY, isDenied, saysWhatIsDenied } from './denial';
import { type Feature, FEATURES } from './feature-names';
import { nameOtherValues } from './frame-features';
import { featuresOf, type PairFeatures, readMemory, type ReadMemory } from './features';
import { JUDGE_WEIGHTS, type JudgeWeights, type ModelWeights } from './judge-weights';
import { hasCue } from './read-clause';
import type { JudgeContext, PairJudgement, PairKind, Said, Strength } from './said';

const UNRELATED: PairJudgement = {
  kind: 'none',
  certainty: 0,
  strength: 'none',
  needed: 1,
  ended: null,
  reasons: [],
};
const MOST_REASONS = 4;
const ARTICLES = new Set('the a an my der die das ein eine unser unsere mein meine'.split(' '));
/** Below it, a model would be asked about four unrelated pairs for each one that is. */
const LOOK = 0.2;

/** Of pairs in which both name another value of one thing, 91 of 94 are related in the training data. A model can still deny it. */
const VALUE_CERTAINTY = 0.88;

/** What a turn of a chat needs above the certainty of a link that is applied, in log odds: few turns are among the pairs. */
const TURN_DOUBT = 1;

/** Whether the newer memory replaces, contradicts or repeats the older one. `older` and `newer`: by record time. */
export function judgePair(older: Said, newer: Said, context: JudgeContext): PairJudgement {
  const [one, other] = [readMemory(older, context.language), readMemory(newer, context.language)];
  return asLink(judgeRead(one, other, context));
}

/** Unrelated, unless it is certain enough for a link. */
export function asLink(judgement: PairJudgement): PairJudgement {
  const isLink = judgement.strength === 'link' || judgement.strength === 'auto';
  return isLink ? judgement : { ...UNRELATED, certainty: judgement.certainty };
}

/** For memories that are read once and compared with many: also what is too uncertain for a link. */
export function judgeRead(
  older: ReadMemory,
  newer: ReadMemory,
  context: JudgeContext,
  weights: JudgeWeights = JUDGE_WEIGHTS,
): PairJudgement {
  const model = context.found.vectors === null ? weights.words : weights.vectors;
  return judgeBy(model, older, newer, context);
}

/** As `judgeRead`, for a report, of which a person decides: more pairs are related, and all that are links. */
export function judgeForReport(older: ReadMemory, newer: ReadMemory, context: JudgeContext): PairJudgement {
  const judged = judgeBy(JUDGE_WEIGHTS.reports, older, newer, { ...context, isReport: true });
  if (judged.strength === 'link' || judged.strength === 'auto') return judged;
  const linked = asLink(judgeRead(older, newer, context));
  return linked.kind === 'none' ? judged : linked;
}

function judgeBy(
  model: ModelWeights,
  older: ReadMemory,
  newer: ReadMemory,
  context: JudgeContext & { isReport?: boolean },
): PairJudgement {
  const features = featuresOf(older, newer, context);
  if (features === null) return UNRELATED;
  const denies = saysWhatIsDenied(features, older, newer);
  const certainty = Math.max(certaintyOf(model, features.values), leastOf(features, denies));
  if (certainty < LOOK) return { ...UNRELATED, certainty };
  const kind = kindOf(model, features, context.isReport === true);
  if (kind === 'duplicate' && nameOtherSubjects(features)) return { ...UNRELATED, certainty };
  const isClear =
    kind === 'duplicate' || hasWordOfChange(features.values) || hasOneOtherValue(features.values);
  const needed = isClear ? model.thresholds.clear : model.thresholds.link;
  const isTurn = older.isTurn || newer.isTurn;
  return {
    kind,
    certainty,
    needed,
    strength: denies ? 'link' : strengthOf({ certainty, kind, needed, isTurn }, model.thresholds.auto),
    ended: kind === 'update' ? endedBy(features, older, newer) : null,
    reasons: reasonsOf(features),
  };
}

/** What a rule is sure of, whatever the trees say. */
function leastOf({ older, newer }: PairFeatures, denies: boolean): number {
  if (denies) return DENIED_CERTAINTY;
  return nameOtherValues(older, newer) ? VALUE_CERTAINTY : 0;
}

const WORDS_OF_CHANGE = (['change in newer', 'turn in newer'] as const).map((name) => FEATURES.indexOf(name));

/** Whether the newer one has a word of change. */
export function hasWordOfChange(values: ArrayLike<number>): boolean {
  return WORDS_OF_CHANGE.some((at) => values[at] === 1);
}

const OTHER_VALUE = FEATURES.indexOf('same but for one value');

/** "The API listens on port 3000" after "… on port 8080": 123 of 156 such pairs at 0.5 to 0.9 are related, in held-out folds. */
function hasOneOtherValue(values: ArrayLike<number>): boolean {
  return values[OTHER_VALUE] === 1;
}

interface Weighed {
  certainty: number;
  kind: PairKind;
  needed: number;
  isTurn: boolean;
}

function strengthOf({ certainty, kind, needed, isTurn }: Weighed, auto: number): Strength {
  const isLink = isTurn ? certaintyWith(certainty, -TURN_DOUBT) >= auto : certainty >= needed;
  if (!isLink) return 'look';
  return kind === 'update' && certainty >= auto && !isTurn ? 'auto' : 'link';
}

/** What a certainty becomes by further evidence, in log odds. */
export function certaintyWith(certainty: number, evidence: number): number {
  return logistic(Math.log(certainty / (1 - certainty)) + evidence);
}

/** Calibrated: of the pairs with a certainty, that share is related. */
export function certaintyOf({ related, calibration }: ModelWeights, values: ArrayLike<number>): number {
  return logistic(calibration.slope * logOddsOf(related, values) + calibration.intercept);
}

/** "The harbour opens at 6" does not repeat "The library opens at 6": the same is said of two subjects. */
function nameOtherSubjects({ older, newer }: PairFeatures): boolean {
  const [[article = '', one, ...said], [, other, ...alsoSaid]] = [older.tokens, newer.tokens];
  return ARTICLES.has(article) && one !== other && said.join(' ') === alsoSaid.join(' ');
}

/** "Never" denies and replaces nothing, so it has no winner. In a report a person decides between two values without a word of change. */
function kindOf(model: ModelWeights, features: PairFeatures, isReport: boolean): PairKind {
  const { older, newer, values } = features;
  if (isDenied(features)) return 'contradiction';
  if (isReport && hasOneOtherValue(values) && !hasWordOfChange(values)) return 'contradiction';
  const oddsOf = (trees: BoostedTrees): number => logOddsOf(trees, values);
  if (oddsOf(model.duplicate) > 0 && !areSwapped(older, newer)) return 'duplicate';
  return oddsOf(model.contradiction) > 0 ? 'contradiction' : 'update';
}

/** The newer one ends if it speaks of an earlier time, by its words or its valid time. */
function endedBy(
  { older, newer }: PairFeatures,
  { said: one, clauses: olderClauses }: ReadMemory,
  { said: other, clauses: newerClauses }: ReadMemory,
): PairJudgement['ended'] {
  const isEarlier = one.valid_from !== null && other.valid_from !== null && other.valid_from < one.valid_from;
  const isPast = hasCue(newer, 'past') && !hasCue(older, 'past') && !hasCue(newer, 'change');
  if (isEarlier || isPast) return { side: 'newer', clause: newer.text, isWhole: newerClauses.length === 1 };
  return { side: 'older', clause: older.text, isWhole: olderClauses.length === 1 };
}

const REASONS: readonly (readonly [Feature, number, string])[] = [
  ['same key or name', 1, 'same key or name'],
  ['never in newer', 1, 'the newer says never'],
  ['never in older', 1, 'the older says never'],
  ['past in newer', 1, 'the newer speaks of the past'],
  ['change in newer', 1, 'the newer has a word of change'],
  ['unit of differing value shared', 1, 'another value of the same measure'],
  ['value differs', 1, 'numbers or dates differ'],
  ['antonyms', 1, 'opposite words'],
  ['negation differs', 1, 'one of both denies'],
  ['subject shared', 0.5, 'same subject'],
  ['both of the user', 1, 'both about the user'],
  ['attribute shared', 1, 'same attribute'],
  ['shared share of the shorter', 0.5, 'most words are the same'],
  ['alike by vectors', 0.4, 'similar by vectors'],
];

function reasonsOf({ values }: PairFeatures): string[] {
  const holds = REASONS.filter(([feature, least]) => (values[FEATURES.indexOf(feature)] ?? 0) >= least);
  return holds.map(([, , reason]) => reason).slice(0, MOST_REASONS);
}
