import { readFile } from 'node:fs/promises';

export interface BenchMemory {
  id: string;
  session: string;
  content: string;
  /** Ids of memories of earlier sessions that it replaces, as the client says; rankings by similarity know nothing of it. */
  supersedes?: readonly string[];
}

export interface BenchQuestion {
  question: string;
  category: string;
  /** Ids of the memories that hold the answer. */
  evidence: string[];
}

export interface BenchConversation {
  conversation: string;
  memories: BenchMemory[];
  questions: BenchQuestion[];
}

/** Throws when the file is not a dataset. */
export async function readDataset(file: string): Promise<BenchConversation[]> {
  const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Array.isArray(parsed) || !parsed.every(isConversation)) {
    throw new Error(
      `${file} is not a dataset: a list of {conversation, memories: [...], questions: [...]} is wanted`,
    );
  }
  return parsed;
}

function isConversation(value: unknown): value is BenchConversation {
  if (typeof value !== 'object' || value === null) return false;
  const candidate = value as Partial<Record<keyof BenchConversation, unknown>>;
  return (
    typeof candidate.conversation === 'string' &&
    Array.isArray(candidate.memories) &&
    Array.isArray(candidate.questions)
  );
}

/** Consecutive memories of one session, in order, at most `size` together. */
export function batchesOf(memories: readonly BenchMemory[], size: number): BenchMemory[][] {
  const batches: BenchMemory[][] = [];
  for (const memory of memories) {
    const last = batches.at(-1);
    if (last && last[0]?.session === memory.session && last.length < size) last.push(memory);
    else batches.push([memory]);
  }
  return batches;
}
