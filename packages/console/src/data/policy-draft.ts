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
    ...Object.entries(retention).map(([type, age]) => `${type}: after ${age}`),
    `Expired memories: deleted after ${purgeExpiredAfter}`,
  ].join('\n');
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
