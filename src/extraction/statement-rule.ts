import type { MemoryType } from '../backend/memory';

/** What a form of sentence states. */
export interface StatementRule {
  /** Null: nothing worth keeping, whatever the rules behind it say. */
  type: MemoryType | null;
  /** 0 to 1, for a sentence without a doubt in it. */
  confidence: number;
  pattern: RegExp;
  unless?: RegExp;
  /** The sentence must name a time, too. */
  timed?: true;
  /** Kept also when an assistant says it. */
  byAssistant?: true;
}

/** An expression for any of these, whatever the case of the letters. */
export function anyOf(...alternatives: string[]): RegExp {
  return new RegExp(alternatives.map((each) => `(?:${each})`).join('|'), 'iu');
}

/** The same, where capitals count. */
export function withCase(...alternatives: string[]): RegExp {
  return new RegExp(alternatives.map((each) => `(?:${each})`).join('|'), 'u');
}

/** A part of an expression for one of these words or phrases, given with commas between. */
export function words(list: string): string {
  return `(?:${list
    .split(',')
    .map((each) => each.trim())
    .join('|')})`;
}

/** Parts of expressions. */
export const I = String.raw`\bI`;
export const WE = String.raw`\b(?:I|we|the team|our team|my team)`;
/** Up to three adverbs between a subject and its verb, negations among them. */
export const ADVERBS = `(?: (?:\\w+ly|${words(
  "also, still, now, just, already, always, never, often, sometimes, much, rather, no longer, don't, do not, didn't, " +
    'did not, kind of, sort of, both, all, then, not, so, most, have, had',
)})){0,3}`;

const TIME = anyOf(
  String.raw`\b(?:today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b`,
  `\\b${words('january, february, march, april, june, july, august, september, october, november, december')}\\b`,
  String.raw`\b(?:(?:in|by|before|since|until|of|\d\d?) may|may \d\d?|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec) \d)\b`,
  String.raw`\b(?:(?:19|20)\d\d|q[1-4]|\d{1,2}(?::\d\d)? ?(?:am|pm)|\d{1,2}:\d\d)\b`,
  `\\b(?:last|next|this|every) ${words('week, month, year, quarter, morning, evening, night, weekend, spring, summer, autumn, fall, winter, sprint')}\\b`,
  String.raw`\bthe (?:end|start|beginning) of (?:the|this|next)\b|\b(?:ago|recently|soon|christmas|easter)\b`,
  String.raw`\b(?:in|within|for) (?:an?|one|two|three|four|five|six|\d+) (?:minute|hour|day|week|month|year)s?\b`,
);

/** Whether a rule knows a sentence. */
export function holds(rule: StatementRule, text: string): boolean {
  return (
    rule.pattern.test(text) &&
    (rule.unless === undefined || !rule.unless.test(text)) &&
    (rule.timed === undefined || TIME.test(text))
  );
}
