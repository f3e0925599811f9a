import type { Memory } from '../../src/backend/memory';
import type { ScoredMemory } from '../../src/backend/memory-search';
import type { AnswerMemory } from '../../src/recall/answer-memory';
import { storedMemory } from './memories';

/** A memory that a search found by its words alone. */
export function aScoredMemory(
  memory: Memory,
  score: number,
  fields: Partial<ScoredMemory> = {},
): ScoredMemory {
  return {
    memory,
    score,
    neighbourScore: 0,
    timeScore: 0,
    speakerScore: 0,
    inThread: false,
    lexical: { rank: null, score },
    vector: null,
    matchedTerms: [],
    ...fields,
  };
}

/** A memory of an answer that holds, found by words. `day`: of its creation, `YYYY-MM-DD`. */
export function anAnswerMemory(
  content: string,
  { day = '2026-05-01', score = 0.5, ...fields }: Partial<Memory> & { day?: string; score?: number } = {},
): AnswerMemory {
  return {
    ...aScoredMemory(
      storedMemory({ content, title: content, createdAt: new Date(`${day}T12:00:00Z`), ...fields }),
      score,
    ),
    bears: { certainty: score >= 0.25 ? 'high' : 'low', reason: 'holds 1 of 1 terms' },
    holding: { kind: 'current' },
    contradicts: [],
  };
}

/** One that held until a day; null: it is not known until when. */
export function aFormerMemory(
  content: string,
  until: string | null,
  fields: Parameters<typeof anAnswerMemory>[1] = {},
): AnswerMemory {
  const day = until === null ? null : new Date(`${until}T00:00:00Z`);
  return { ...anAnswerMemory(content, fields), holding: { kind: 'former', until: day } };
}
