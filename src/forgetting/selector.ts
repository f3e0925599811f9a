import { parse } from 'node:path';
import { TRUSTS, type Memory } from '../backend/memory';
import { matchesFields, type MemoryFilter } from '../backend/memory-filter';
import type { MetadataFilter } from '../common/metadata';
import { finderOf, type Finding, type SubjectFinder, type Verdict } from './spelling';

/** What is to be forgotten. Conditions that are given must all hold; null for those that are not. */
export interface Selector {
  /** A person, an identifier or a subject that texts name. */
  about: string | null;
  /** Words, all of which a text must hold. */
  query: string | null;
  ids: readonly string[] | null;
  tags: readonly string[] | null;
  scopes: readonly (string | null)[] | null;
  metadata: MetadataFilter | null;
  sources: readonly string[] | null;
  /** Keyed hashes of texts that a receipt names; every text that has one is meant. */
  digests: readonly string[] | null;
  /** Memories that are forgotten whatever the conditions say. */
  also: readonly string[];
}

export const NO_SELECTOR: Selector = {
  about: null,
  query: null,
  ids: null,
  tags: null,
  scopes: null,
  metadata: null,
  sources: null,
  digests: null,
  also: [],
};

/** The different words of a text, folded and stemmed. */
export type TermsOf = (text: string) => readonly string[];

/** The keyed hash of a text, in hex. */
export type DigestOf = (text: string) => string;

/** What a judge needs to compare texts. */
export interface TextRules {
  termsOf: TermsOf;
  digestOf: DigestOf;
}

export interface Found {
  verdict: Verdict;
  /** How texts write the subject; none without `about`. */
  spellings: readonly string[];
}

type Fields = Omit<MemoryFilter, 'status'>;

/** Decides which memories and which other texts a selector means. */
export class Judge {
  private readonly find: SubjectFinder | null;
  private readonly terms: readonly string[];
  private readonly ids: ReadonlySet<string> | null;
  private readonly also: ReadonlySet<string>;
  private readonly fields: Fields;
  private readonly digests: ReadonlySet<string> | null;
  private readonly termsOf: TermsOf;
  private readonly hasConditions: boolean;

  constructor(
    selector: Selector,
    private readonly rules: TextRules,
  ) {
    const { about, query, ids, also, tags, scopes, metadata, sources, digests } = selector;
    this.termsOf = rules.termsOf;
    this.digests = digests && new Set(digests);
    this.find = about === null ? null : finderOf(about);
    this.terms = query === null ? [] : this.termsOf(query);
    this.ids = ids && new Set(ids);
    this.also = new Set(also);
    this.hasConditions = [ids, tags, scopes, metadata, sources].some((condition) => condition !== null);
    const times = { createdAfter: null, createdBefore: null };
    this.fields = { types: null, tags, scopes, metadata, sources, trusts: TRUSTS, ...times };
  }

  /** Null for a memory that the selector does not mean. */
  memory(memory: Memory): Found | null {
    if (this.also.has(memory.id)) return { verdict: 'certain', spellings: [] };
    if (this.digests !== null && !this.isKnown([memory.content])) return null;
    if (!this.passes(memory)) return null;
    if (!this.holdsWords([memory.title, memory.content, ...memory.names, ...memory.tags])) return null;
    return this.find === null ? { verdict: 'certain', spellings: [] } : this.subjectIn(textsOf(memory));
  }

  /** Whether a memory meets the conditions that are not about texts. */
  passes(memory: Memory): boolean {
    return (this.ids === null || this.ids.has(memory.id)) && matchesFields(memory, this.fields);
  }

  /** Whether texts alone can meet the selector: those of former versions, conflicts and responses. */
  get judgesTexts(): boolean {
    return this.find !== null || this.terms.length > 0 || this.digests !== null;
  }

  /** Whether other texts than those of memories surely match; false without `about` and `query`. */
  isCertain(texts: readonly string[]): boolean {
    if (!this.judgesTexts || !this.holdsWords(texts) || !this.isKnown(texts)) return false;
    return this.find === null || this.subjectIn(texts)?.verdict === 'certain';
  }

  /** Whether a file goes because of its name. Its chunks have no tags, scope or metadata, so other conditions rule it out. */
  isNameOfFile(name: string): boolean {
    // A name with the file's extension would be another name.
    return !this.hasConditions && this.isCertain([name, parse(name).name]);
  }

  private isKnown(texts: readonly string[]): boolean {
    return this.digests === null || texts.some((text) => this.digests?.has(this.rules.digestOf(text)));
  }

  private holdsWords(texts: readonly string[]): boolean {
    if (this.terms.length === 0) return true;
    const own = new Set(texts.flatMap((text) => this.termsOf(text)));
    return this.terms.every((term) => own.has(term));
  }

  private subjectIn(texts: readonly string[]): Found | null {
    const findings = texts.map((text) => this.find?.(text) ?? null).filter((found) => found !== null);
    if (findings.length === 0) return null;
    return { verdict: best(findings), spellings: [...new Set(findings.map(({ spelling }) => spelling))] };
  }
}

function best(findings: readonly Finding[]): Verdict {
  return findings.some(({ verdict }) => verdict === 'certain') ? 'certain' : 'unsure';
}

/** All texts of a memory that a person may have written. */
export function textsOf(memory: Memory): string[] {
  const { title, content, tags, source, sourceRef, thread, scope, names, key, expiredBy } = memory;
  const single = [title, content, source, sourceRef, thread, scope, key, expiredBy];
  return [...single.filter((text) => text !== null), ...tags, ...names, ...textsIn(memory.metadata)];
}

/** The texts and numbers of a JSON value, with the keys of its objects. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsIn(part)]);
}
