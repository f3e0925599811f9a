import type { Memory, MemoryType, Provenance } from './memory';

/** Milliseconds; null stands for `never`. */
export type ExpiryAge = number | null;

/** Every condition that is present must hold; null is none. A rule without conditions matches every memory. */
export interface RuleMatch {
  types: readonly MemoryType[] | null;
  /** Any of these. */
  tags: readonly string[] | null;
  sources: readonly string[] | null;
  provenances: readonly Provenance[] | null;
  /** Strictly below. */
  confidenceBelow: number | null;
}

export interface ExpiryRule {
  /** What a memory that it expires is stamped with. */
  name: string;
  match: RuleMatch;
  /** Null pins what matches. */
  expireAfter: ExpiryAge;
}

/** When memories expire by themselves: the first rule that matches decides, else the retention of the type. */
export interface ExpiryPolicy {
  rules: readonly ExpiryRule[];
  /** Types that are absent, or null, do not expire. */
  retention: Readonly<Partial<Record<MemoryType, ExpiryAge>>>;
}

/** What a policy goes by. A time that is null, or no valid date, is not usable. */
export interface JudgedMemory extends Pick<Memory, 'type' | 'tags' | 'source' | 'provenance' | 'confidence'> {
  createdAt: Date | null;
  updatedAt: Date | null;
}

interface Verdict {
  /** The rule, or `retention.<type>`. */
  by: string;
  /** Null when the memory is pinned, its type is kept, or it has no usable time. */
  expiresAt: Date | null;
}

/** The rule or retention that a memory falls under, and when it expires by it; null when none applies. */
export function verdictOn(policy: ExpiryPolicy, memory: JudgedMemory): Verdict | null {
  const rule = policy.rules.find(({ match }) => matches(match, memory));
  if (rule) return { by: rule.name, expiresAt: expiryOf(memory, rule.expireAfter) };
  const retained = policy.retention[memory.type];
  if (retained === undefined) return null;
  return { by: `retention.${memory.type}`, expiresAt: expiryOf(memory, retained) };
}

/** The rule by which a memory expires at this time; null if it does not. */
export function expiredBy(policy: ExpiryPolicy, memory: JudgedMemory, at: Date): string | null {
  const verdict = verdictOn(policy, memory);
  return verdict?.expiresAt && verdict.expiresAt <= at ? verdict.by : null;
}

/** True when it says nothing of any memory. */
export function isEmptyPolicy({ rules, retention }: ExpiryPolicy): boolean {
  return rules.length === 0 && Object.keys(retention).length === 0;
}

function matches(match: RuleMatch, memory: JudgedMemory): boolean {
  return (
    allows(match.types, [memory.type]) &&
    allows(match.tags, memory.tags) &&
    allows(match.sources, [memory.source]) &&
    allows(match.provenances, [memory.provenance]) &&
    (match.confidenceBelow === null || memory.confidence < match.confidenceBelow)
  );
}

function allows<T>(wanted: readonly T[] | null, values: readonly T[]): boolean {
  return wanted === null || values.some((value) => wanted.includes(value));
}

function expiryOf({ updatedAt, createdAt }: JudgedMemory, age: ExpiryAge): Date | null {
  const since = [updatedAt, createdAt].find((time) => time !== null && !Number.isNaN(time.getTime()));
  return since && age !== null ? new Date(since.getTime() + age) : null;
}
