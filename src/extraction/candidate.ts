import { withoutTrailing } from '../common/text';
import {
  deriveTitle,
  normalizeContent,
  type MemoryType,
  type Provenance,
  type Trust,
} from '../backend/memory';

/** What a conversation says that may be worth keeping. */
export interface Candidate {
  type: MemoryType;
  /** Null: derived from the content. */
  title: string | null;
  content: string;
  /** 0 to 1. */
  confidence: number;
  provenance: Provenance;
  /** Absent: `trusted`, since a person stated it. */
  trust?: Trust;
}

/** What was found in a conversation. */
export interface Findings {
  candidates: Candidate[];
  /** Left out for holding a secret, or for not being a valid memory. */
  rejected: number;
}

export function titleOf(candidate: Candidate): string {
  return candidate.title ?? deriveTitle(candidate.content);
}

/** The most certain ones, of equals the newest, each content once; in the order in which they were found. */
export function bestOf(candidates: readonly Candidate[], limit: number): Candidate[] {
  const places = distinct(candidates).map((candidate, place) => ({ candidate, place }));
  return places
    .sort((a, b) => b.candidate.confidence - a.candidate.confidence || b.place - a.place)
    .slice(0, limit)
    .sort((a, b) => a.place - b.place)
    .map(({ candidate }) => candidate);
}

/** The first of those that say the same in the same words; what ends a sentence does not count. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const byContent = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = withoutTrailing(normalizeContent(candidate.content), '.!');
    if (!byContent.has(key)) byContent.set(key, candidate);
  }
  return [...byContent.values()];
}
