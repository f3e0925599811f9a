import { isEmptyPolicy, type ExpiryPolicy, type RuleMatch } from '../backend/expiry-policy';
import type { MemoryType, Provenance } from '../backend/memory';
import { parseDuration } from '../common/duration';

/** A policy as the interface shows it and as it is kept. Durations are texts that `parseDuration` takes. */
export interface PolicyDocument {
  version: number;
  retention: Partial<Record<MemoryType, string>>;
  rules: RuleDocument[];
  purge_expired_after: string;
}

export interface RuleDocument {
  name: string;
  match: MatchDocument;
  expire_after: string;
}

/** Conditions that are absent are none. */
export interface MatchDocument {
  type?: MemoryType[];
  tags?: string[];
  source?: string[];
  provenance?: Provenance[];
  confidence_below?: number;
}

export const MAX_RULES = 100;
export const NEVER = 'never';

/** The policy of an agent without a stored one. */
export const NO_POLICY: PolicyDocument = {
  version: 1,
  retention: {},
  rules: [],
  purge_expired_after: NEVER,
};

/** The expiry rules of a document. Throws a RangeError for a bad duration. */
export function toExpiryPolicy({ rules, retention }: PolicyDocument): ExpiryPolicy {
  const ages = Object.entries(retention).map(([type, age]) => [type, parseDuration(age)]);
  return {
    rules: rules.map(({ name, match, expire_after }) => ({
      name,
      match: toRuleMatch(match),
      expireAfter: parseDuration(expire_after),
    })),
    retention: Object.fromEntries(ages) as ExpiryPolicy['retention'],
  };
}

/** Whether a sweep by it does nothing. When expired memories are purged is another matter. */
export function isEmptyDocument(document: PolicyDocument): boolean {
  return isEmptyPolicy(toExpiryPolicy(document));
}

/** The last instant of expiry to purge; null for none. Age must exceed the duration, in whole milliseconds. */
export function purgeCutoff({ purge_expired_after }: PolicyDocument, at: Date): Date | null {
  const age = parseDuration(purge_expired_after);
  return age === null ? null : new Date(at.getTime() - age - 1);
}

/** The first name that an earlier rule has too, by its index; null when all differ. */
export function duplicateName(rules: readonly { name: string }[]): number | null {
  const seen = new Set<string>();
  const index = rules.findIndex(({ name }) => seen.size === seen.add(name).size);
  return index < 0 ? null : index;
}

function toRuleMatch(match: MatchDocument): RuleMatch {
  return {
    types: match.type ?? null,
    tags: match.tags ?? null,
    sources: match.source ?? null,
    provenances: match.provenance ?? null,
    confidenceBelow: match.confidence_below ?? null,
  };
}
