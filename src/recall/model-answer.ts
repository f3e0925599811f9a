import { memoryText } from '../backend/memory';
import type { ScoredMemory } from '../backend/memory-search';
import { UUID_PATTERN } from '../common/uuid';
import { visibleText } from '../common/visible-text';
import { fenced, fenceRule } from '../inference/fence';
import { ModelUnavailable, type GenerationRequest, type TextGenerator } from '../inference/text-generator';
import { extractiveAnswer, quoteOf, type Answer } from './extractive-answer';

const FENCE = 'memories';

/** Characters of memories in a prompt, which models with a small context still read. */
const BUDGET = 24_000;

export const ANSWER_SYSTEM = `You answer a question from the memories of an agent, each with "id", "created_at", "type" \
and "text". ${fenceRule(FENCE)}

Use only what the memories say; do not add what you know otherwise. Where they contradict each other, prefer the \
newer one and say so. After every statement cite the memories it rests on, by id in square brackets, such as \
[0190b5a0-7c00-7000-8000-000000000001]. If the memories do not hold the answer, say so in one sentence and cite \
nothing. Answer in the language of the question, in a few sentences, without a preamble.`;

interface PromptMemory {
  id: string;
  created_at: string;
  type: string;
  text: string;
}

/** Question and memories as one prompt, the memories as data that nothing in them can end. */
export function answerPrompt(question: string, found: readonly ScoredMemory[]): string {
  return `${fenced(FENCE, withinBudget(found))}\n\nQuestion: ${visibleText(JSON.stringify(question))}`;
}

/** The memories, best first, that fit. One that takes more than half of the room left is quoted. */
function withinBudget(found: readonly ScoredMemory[]): PromptMemory[] {
  const rows: PromptMemory[] = [];
  let left = BUDGET;
  for (const result of found) {
    const whole = rowOf(result, memoryText(result.memory));
    const row = whole.text.length <= left / 2 ? whole : rowOf(result, quote(result));
    if (row.text.length > left) break;
    left -= row.text.length;
    rows.push(row);
  }
  return rows;
}

function rowOf({ memory: { id, createdAt, type } }: ScoredMemory, text: string): PromptMemory {
  return { id, created_at: createdAt.toISOString(), type, text };
}

function quote({ memory, matchedTerms }: ScoredMemory): string {
  return quoteOf(memory.content, matchedTerms);
}

interface Warnings {
  warn(message: string): void;
}

/** By the model, with the memories that it cites as sources; by quotes where there is no model, or it fails. */
export async function answerFrom(
  found: readonly ScoredMemory[],
  generator: TextGenerator,
  generation: GenerationRequest,
  logger: Warnings,
): Promise<Answer> {
  if (generator.model === null || found.length === 0) return extractiveAnswer(found);
  try {
    const { text, model } = await generator.generate(generation);
    const citing = new CitedText(found);
    const answer = (citing.push(text) + citing.end()).trim();
    if (answer === '') throw nothingLeft();
    return { text: answer, sources: citing.sources, generatedBy: model };
  } catch (error) {
    return withoutModel(error, found, logger);
  }
}

/** The answer after a failure of the model; throws other errors. */
export function withoutModel(error: unknown, found: readonly ScoredMemory[], logger: Warnings): Answer {
  if (!(error instanceof ModelUnavailable)) throw error;
  logger.warn(`Answering without the model: ${error.message}`);
  return extractiveAnswer(found);
}

export function nothingLeft(): ModelUnavailable {
  return new ModelUnavailable('The model wrote no more than citations of memories that it was not given');
}

const UUIDS = new RegExp(UUID_PATTERN, 'gi');
/**
 * A group of citations, such as `[id]` or `[id, id]`, with the space before it, all of it: looked for from within a
 * long run of spaces too, it would take the square of its length.
 */
const GROUP = /(?<!\s)\s*[[(【][^\][()【】]{0,400}[\])】]/g;
/** UTF-16 units that a citation has at most, and the space before it. */
const MAX_OPEN = 400;
const OPENING = '[(\u3010';

/**
 * What a model writes, with its citations put right: ids of memories that it was not given are taken out, in
 * brackets or without, and those that it was given are counted. Works on a text that comes in pieces.
 */
export class CitedText {
  private readonly known: ReadonlySet<string>;
  private readonly cited = new Set<string>();
  private held = '';

  constructor(private readonly found: readonly ScoredMemory[]) {
    this.known = new Set(found.map(({ memory }) => memory.id));
  }

  /** The memories cited so far. */
  get sources(): ScoredMemory[] {
    return this.found.filter(({ memory }) => this.cited.has(memory.id));
  }

  /** What of the text is final, the piece counted in; the rest is held back until it is clear what it is. */
  push(piece: string): string {
    this.held += piece;
    const end = openEnd(this.held);
    const ready = this.held.slice(0, end);
    this.held = this.held.slice(end);
    return this.clean(ready);
  }

  end(): string {
    const rest = this.held;
    this.held = '';
    return this.clean(rest);
  }

  private clean(text: string): string {
    const grouped = text.replace(GROUP, (group) => this.cleanGroup(group));
    return grouped.replace(UUIDS, (id) => (this.note(id) ? id.toLowerCase() : ''));
  }

  /** A bracket without an id is left as it is. */
  private cleanGroup(group: string): string {
    const ids = group.match(UUIDS);
    if (ids === null) return group;
    const known = [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => this.note(id));
    return known.length === 0 ? '' : `${/^\s*/.exec(group)?.[0] ?? ''}[${known.join(', ')}]`;
  }

  private note(id: string): boolean {
    const known = this.known.has(id.toLowerCase());
    if (known) this.cited.add(id.toLowerCase());
    return known;
  }
}

/** Where the end of a text begins that a citation, or the rest of one, may follow; the text's length for none. */
function openEnd(text: string): number {
  const ends = [startOfRun(text, text.length, /[0-9a-f-]/i, MAX_OPEN)];
  const space = startOfRun(text, text.length, /\s/, MAX_OPEN + 1);
  if (text.length - space <= MAX_OPEN) ends.push(space);
  const bracket = startOfRun(text, text.length, /[^\][()【】]/, MAX_OPEN);
  const opening = text.charAt(bracket - 1);
  if (opening !== '' && OPENING.includes(opening)) ends.push(startOfRun(text, bracket - 1, /\s/, bracket));
  return Math.min(...ends);
}

/** Where the run of at most `limit` characters of a set begins that ends before `end`. */
function startOfRun(text: string, end: number, set: RegExp, limit: number): number {
  let start = end;
  while (start > 0 && end - start < limit && set.test(text.charAt(start - 1))) start--;
  return start;
}
