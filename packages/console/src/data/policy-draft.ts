import { listOf } from './about-draft.ts';
import type { PolicyView } from './client.ts';
import { MEMORY_TYPES } from './memory-types.ts';

/** A rule as it is edited: lists are texts separated by commas. */
export interface RuleDraft {
  name: string;
  type: string;
  tags: string;
  source: string;
  confidenceBelow: string;
  provenance: string[];
  expireAfter: string;
}

export interface PolicyDraft {
  retention: Record<string, string>;
  rules: RuleDraft[];
  purgeExpiredAfter: string;
}

export const EMPTY_RULE: RuleDraft = {
  name: '',
  type: '',
  tags: '',
  source: '',
  confidenceBelow: '',
  provenance: [],
  expireAfter: '30d',
};

export function draftOf(policy: PolicyView): PolicyDraft {
  return {
    retention: { ...(policy.retention as Record<string, string>) },
    rules: policy.rules.map(({ name, match, expireAfter }) => ({
      name,
      type: (match.type ?? []).join(', '),
      tags: (match.tags ?? []).join(', '),
      source: (match.source ?? []).join(', '),
      confidenceBelow: match.confidenceBelow === undefined ? '' : String(match.confidenceBelow),
      provenance: match.provenance ?? [],
      expireAfter,
    })),
    purgeExpiredAfter: policy.purgeExpiredAfter,
  };
}

const NAME = /^[A-Za-z0-9._-]{1,64}$/;
const AGE = /^([1-9][0-9]{0,9}(m|h|d|w|mo|y)|never)$/;
const NAMED_AGE = 'a number and m, h, d, w, mo or y, such as 30d; or never';

/** What is still missing or wrong in a rule, in words; empty for nothing. */
export function ruleProblem({ name, expireAfter, type, confidenceBelow }: RuleDraft, others: readonly string[]): string {
  const text = name.trim();
  if (text === '') return 'Give the rule a name: it is said of each memory that it expires.';
  if (!NAME.test(text)) return 'A name has letters, digits, ., _ and -, at most 64 of them.';
  if (others.includes(text)) return 'Another rule has this name. Choose another one.';
  if (!AGE.test(expireAfter.trim())) return `The age after which it expires is ${NAMED_AGE}.`;
  const unknown = listOf(type).find((each) => !(MEMORY_TYPES as readonly string[]).includes(each));
  if (unknown !== undefined) return `There is no type ${unknown}. Types are ${MEMORY_TYPES.join(', ')}.`;
  const share = Number(confidenceBelow);
  return share >= 0 && share <= 1 ? '' : 'A confidence is from 0 to 1.';
}

/** The problem of each rule, in order. */
export function ruleProblems({ rules }: PolicyDraft): string[] {
  const names = rules.map(({ name }) => name.trim());
  return rules.map((rule, place) => ruleProblem(rule, names.slice(0, place)));
}

/** What is wrong with an age that may be empty, in words; empty for nothing. */
export function ageProblem(age: string): string {
  return isAge(age) ? '' : `An age is ${NAMED_AGE}.`;
}

/** Whether all of it can be sent. */
export function isFinished(draft: PolicyDraft): boolean {
  const ages = [...Object.values(draft.retention), draft.purgeExpiredAfter];
  return ages.every(isAge) && ruleProblems(draft).every((problem) => problem === '');
}

function isAge(age: string): boolean {
  return age.trim() === '' || AGE.test(age.trim());
}

/** The draft without what cannot be sent yet. */
export function finished(draft: PolicyDraft): PolicyDraft {
  const problems = ruleProblems(draft);
  return {
    rules: draft.rules.filter((_, place) => problems[place] === ''),
    retention: Object.fromEntries(Object.entries(draft.retention).filter(([, age]) => isAge(age))),
    purgeExpiredAfter: isAge(draft.purgeExpiredAfter) ? draft.purgeExpiredAfter : 'never',
  };
}

/** The body of a request. Types without a duration are left out. */
export function policyOf({ retention, rules, purgeExpiredAfter }: PolicyDraft) {
  const kept = MEMORY_TYPES.flatMap((type) => {
    const duration = retention[type]?.trim() ?? '';
    return duration === '' ? [] : [[type, duration]];
  });
  return {
    retention: Object.fromEntries(kept) as Record<string, never>,
    rules: rules.map(({ name, expireAfter, ...match }) => ({
      name: name.trim(),
      match: matchOf(match),
      expireAfter: expireAfter.trim(),
    })),
    purgeExpiredAfter: purgeExpiredAfter.trim() || 'never',
  };
}

function matchOf({ type, tags, source, confidenceBelow, provenance }: Omit<RuleDraft, 'name' | 'expireAfter'>) {
  const lists = Object.entries({ type: listOf(type), tags: listOf(tags), source: listOf(source), provenance });
  return {
    ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    ...(confidenceBelow.trim() !== '' && { confidenceBelow: Number(confidenceBelow) }),
  };
}

/** A line for each age and rule, to compare two policies. */
export function policyText(draft: PolicyDraft): string {
  const { retention, rules, purgeExpiredAfter } = policyOf(draft);
  return [
    ...rules.map(({ name, match, expireAfter }) => {
      const conditions = Object.entries(match).map(([field, value]) => `${field} ${String(value)}`);
      return `Rule ${name}: ${conditions.join('; ') || 'every memory'}, after ${expireAfter}`;
    }),
    ...Object.entries(retention).map(([type, age]) => `${type}: after ${String(age)}`),
    `Expired memories: deleted after ${purgeExpiredAfter}`,
  ].join('\n');
}
