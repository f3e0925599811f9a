import type { MemoryType } from '../backend/memory';
import { runToEnd } from '../retrieval/time-slices';
import type { Candidate, Findings } from './candidate';
import { CarriedSubjects } from './carried-subjects';
import { type Message, type Speaker, speakerOf } from './conversation';
import { DECISION_RULES, FINDING_RULES, INSTRUCTION_RULES } from './decision-rules';
import {
  CONTEXT_RULES,
  GENERAL_FACT_RULES,
  IDENTITY_RULES,
  PERSONAL_FACT_RULES,
  TEAM_FACT_RULES,
} from './fact-rules';
import {
  COMMITMENT_RULES,
  EVENT_RULES,
  PLAN_RULES,
  PREFERENCE_RULES,
  RELATIONSHIP_RULES,
} from './personal-rules';
import {
  bareGerman,
  germanCertainty,
  germanParts,
  GermanSubjects,
  germanThirdPerson,
  isGerman,
  isGermanQuestion,
} from './german';
import { GERMAN_RULES } from './german-rules';
import { holdsPlaceholder } from '../screening/screen-text';
import { type Label, type Sentence, sentencesOf, withoutQuotations } from './sentence';
import { bare, type Certainty, certaintyOf, isForeign, isQuestion } from './small-talk';
import { partsOf } from './statement-parts';
import { holds, type StatementRule } from './statement-rule';
import { inThirdPerson } from './third-person';
import {
  DANGLING_RULES,
  MOMENTARY_RULES,
  PASSING_RULES,
  UNSETTLED_RULES,
  VERDICT_RULES,
} from './unsettled-rules';

/** Upper limit for statements of an assistant, because no person has confirmed them. */
const MAX_OF_ASSISTANT = 0.6;
const OF_LABELLED = 0.85;
const OF_REMEMBERED = 0.95;
const OF_UNSURE = 0.4;
const LESS_FOR_DOUBT = 0.2;

/** What is kept with a doubt in it. A plan that may be is none. */
const MAY_BE_UNSURE: ReadonlySet<MemoryType> = new Set<MemoryType>([
  'fact',
  'preference',
  'error',
  'relationship',
  'context',
  'observation',
  'learning',
  'artifact',
]);

const REMEMBER =
  /^(?:remember|note|keep in mind|don't forget|make a note|for the record|for future reference|just so you know|important)\b(?! to\b)[,:]?(?: that)? (?=\S+ \S)/i;
/** A name, a number, a path or a piece of code: what an assistant says of the project and not of the world. */
const SPECIFIC = /\d|[\w-][./_][\w-]|`|\b\p{Ll}{1,40}\p{Lu}|(?<!^)\b\p{Lu}\p{L}{2,}/u;

/** In quotation marks: what people say about themselves, reported by somebody else. */
const OF_SELF = /\b(?:I|we|my)\b/;

/** A sentence as it is judged. */
interface Statement {
  text: string;
  label: Label | null;
  /** Its writer asked for it to be kept. */
  isRemembered: boolean;
  certainty: Certainty;
  /** Other sentences are read as English. */
  isGerman: boolean;
  /** Null when no rule knows it. */
  rule: StatementRule | null;
}

/**
 * Finds the statements of a message by rules for English and German. Replace secrets first: sentences with a
 * placeholder are left out.
 */
export function findStatements(message: Message): Findings {
  return runToEnd(statementSteps(message));
}

/** The same work in steps: one message may have thousands of sentences. */
export function* statementSteps({ role, content }: Message): Generator<void, Findings> {
  const speaker = speakerOf(role);
  const findings: Findings = { candidates: [], rejected: 0 };
  if (speaker === null) return findings;
  const subjects = { english: new CarriedSubjects(), german: new GermanSubjects() };
  for (const sentence of sentencesOf(content)) {
    subjects.english.nextSentence();
    subjects.german.nextSentence();
    if (holdsPlaceholder(sentence.text)) findings.rejected++;
    else findings.candidates.push(...(yield* candidatesOf(sentence, speaker, subjects)));
    yield;
  }
  return findings;
}

function* candidatesOf(
  sentence: Sentence,
  speaker: Speaker,
  subjects: MessageSubjects,
): Generator<void, Candidate[]> {
  const candidates: Candidate[] = [];
  for (const said of readSentence(sentence, speaker)) {
    const carried = said.isGerman ? subjects.german : subjects.english;
    const text = said.label === null ? carried.resolved(said.text) : said.text;
    if (text === null) continue;
    carried.note(text);
    const rules = said.isGerman ? GERMAN_RULES : STATEMENT_RULES;
    const rule = yield* ruleFor(withoutQuotations(text, OF_SELF), rules);
    candidates.push(...candidateOf({ ...said, text, rule }, speaker));
  }
  return candidates;
}

function candidateOf(statement: Statement, speaker: Speaker): Candidate[] {
  const type = typeOf(statement);
  if (type === null || statement.certainty === 'none') return [];
  if (statement.certainty === 'unsure' && !MAY_BE_UNSURE.has(type)) return [];
  if (speaker.kind === 'assistant' && !isOfAssistant(statement, type)) return [];
  const isSure = speaker.kind === 'person' && statement.certainty === 'sure';
  return [
    {
      type,
      title: null,
      content: contentOf(statement, speaker),
      confidence: confidenceOf(statement, speaker),
      provenance: isSure ? 'explicit_statement' : 'inferred',
    },
  ];
}

/** The statements that a sentence joins, each as sure as the whole. */
function readSentence({ text: said, label }: Sentence, speaker: Speaker): Omit<Statement, 'rule'>[] {
  if (label === null && isGerman(said)) return readGerman(said);
  const opened = bare(said);
  const text = bare(opened.replace(REMEMBER, ''));
  const isRemembered = speaker.kind === 'person' && text !== opened;
  const parts = label === null && !isForeign(text) ? partsOf(text) : [text];
  const common = { label, isRemembered, certainty: certaintyOf(text), isGerman: false };
  return parts.map((part) => ({ ...common, text: part }));
}

function readGerman(said: string): Omit<Statement, 'rule'>[] {
  const text = bareGerman(said);
  if (isGermanQuestion(text)) return [];
  const common = { label: null, isRemembered: false, certainty: germanCertainty(text), isGerman: true };
  return germanParts(text).map((part) => ({ ...common, text: part }));
}

function typeOf({ text, label, isRemembered, rule }: Statement): MemoryType | null {
  if (!/\S\s+\S/.test(text) || isQuestion(text) || isForeign(text)) return null;
  if (label !== null) return label.type;
  if (rule !== null) return rule.type;
  return isRemembered ? 'fact' : null;
}

function isOfAssistant({ text, label, certainty, rule }: Statement, type: MemoryType): boolean {
  if (certainty !== 'sure' || /\b(?:you|your|yours)\b/i.test(text)) return false;
  if (label !== null) return type === 'decision' || type === 'fact';
  return rule?.byAssistant === true && (type === 'decision' || type === 'learning' || SPECIFIC.test(text));
}

function confidenceOf({ label, isRemembered, certainty, rule }: Statement, speaker: Speaker): number {
  if (certainty === 'unsure') return OF_UNSURE;
  const known = rule?.type == null ? 0 : rule.confidence;
  const full = isRemembered ? OF_REMEMBERED : label === null ? known : Math.max(known, OF_LABELLED);
  const sure = certainty === 'fairly' ? full - LESS_FOR_DOUBT : full;
  const confidence = speaker.kind === 'assistant' ? Math.min(sure, MAX_OF_ASSISTANT) : sure;
  return Math.round(confidence * 100) / 100;
}

/** The label stays where the words alone do not say what it says. */
function contentOf({ text, label, rule, isGerman: inGerman }: Statement, speaker: Speaker): string {
  if (inGerman) return germanThirdPerson(text, speaker);
  // `we` of an assistant is not the user's team.
  if (speaker.kind === 'assistant' && /\b(?:we|us|our)\b/i.test(text)) return `The assistant said: ${text}`;
  const content = inThirdPerson(text, speaker);
  return label === null || rule?.type === label.type ? content : `${label.name}: ${content}`;
}

interface MessageSubjects {
  english: CarriedSubjects;
  german: GermanSubjects;
}

/** In order: the first one that holds says what a sentence is. */
const STATEMENT_RULES: readonly StatementRule[] = [
  ...INSTRUCTION_RULES,
  ...UNSETTLED_RULES,
  ...DECISION_RULES,
  ...FINDING_RULES,
  ...IDENTITY_RULES,
  ...DANGLING_RULES,
  ...RELATIONSHIP_RULES,
  ...PREFERENCE_RULES,
  ...PLAN_RULES,
  ...PASSING_RULES,
  ...COMMITMENT_RULES,
  ...EVENT_RULES,
  ...MOMENTARY_RULES,
  ...CONTEXT_RULES,
  ...PERSONAL_FACT_RULES,
  ...TEAM_FACT_RULES,
  ...VERDICT_RULES,
  ...GENERAL_FACT_RULES,
];

/**
 * What a sentence states; null when no rule knows. A step is one rule, because V8 compiles its pattern at the
 * first use, and again after it has dropped unused code: 0.2 s for all of them.
 */
function* ruleFor(text: string, rules: readonly StatementRule[]): Generator<void, StatementRule | null> {
  for (const rule of rules) {
    if (holds(rule, text)) return rule;
    yield;
  }
  return null;
}
