import type { Language } from '../common/languages';
import { UUID_PATTERN } from '../common/uuid';
import { isConfirmed } from './answer-facts';
import { answerCertainty, type AnswerMemory } from './answer-memory';
import { NOT_IN_MEMORY } from './answer-prompt';
import type { Certainty } from './bearing';
import { CitedText } from './cited-text';

/** Stands behind statements with a name, a number or a date that the cited memories lack. */
export const UNCONFIRMED = ' (not confirmed by the cited memories)';

const SILENT = /^[\s"'“*]*not in (?:the )?memory\b/i;
/** An answer is held back for so many characters, until it is clear whether it is one. */
const HEAD = 30;

const CITATION = new RegExp(`\\[((?:${UUID_PATTERN}(?:, )?)+)\\]`, 'gi');
const ENDS = /[.!?…。！？]["'”’»)]{0,2}$/u;

/**
 * Reads the text of a model, also in pieces: corrects its citations, and marks what the cited memories do not say. A
 * statement is checked with the memories cited at its end; one without a citation belongs to the next.
 */
export class AnswerReader {
  private readonly citing: CitedText<AnswerMemory>;
  private head: string | null = '';
  private isSilent = false;
  private isMarked = false;
  /** The statement that has not ended. */
  private statement = '';
  /** White space behind it, before which a mark may stand. */
  private space = '';

  /** `given`: the memories in the prompt, in the order of their numbers. */
  constructor(
    private readonly given: readonly AnswerMemory[],
    private readonly asked: { question: string; language: Language },
  ) {
    this.citing = new CitedText(given);
  }

  /** The text that is final. */
  push(piece: string): string {
    if (this.head === null) return this.isSilent ? '' : this.checked(this.citing.push(piece));
    this.head += piece;
    return this.head.trimStart().length < HEAD ? '' : this.begin();
  }

  end(): string {
    const begun = this.head === null ? '' : this.begin();
    if (this.isSilent) return NOT_IN_MEMORY;
    const text = begun + this.checked(this.citing.end());
    const mark = this.statement.trim() === '' ? '' : this.markOf(this.statement);
    this.statement = '';
    return mark === '' ? text + this.space : text + mark;
  }

  /** The memories that are cited. */
  get sources(): AnswerMemory[] {
    return this.isSilent ? [] : this.citing.sources;
  }

  get certainty(): Certainty {
    const certainty = answerCertainty(this.sources);
    return certainty === 'high' && this.isMarked ? 'low' : certainty;
  }

  private begin(): string {
    const text = this.head ?? '';
    this.head = null;
    this.isSilent = SILENT.test(text);
    return this.isSilent ? '' : this.checked(this.citing.push(text));
  }

  /** White space at the end of a piece waits for the next one. */
  private checked(piece: string): string {
    const given = this.space + piece;
    const text = given.trimEnd();
    this.space = given.slice(text.length);
    const seen = this.statement.length;
    const all = this.statement + text;
    let written = seen;
    let out = '';
    let from = 0;
    for (const { index: at, 0: space } of all.matchAll(/(?<!\s)\s+(?=[^\s[])/g)) {
      if (at < seen || !isEnd(all.slice(from, at), space)) continue;
      const mark = this.markOf(all.slice(from, at), false);
      if (mark === null) continue;
      out += all.slice(written, at) + mark;
      written = from = at;
    }
    this.statement = all.slice(from);
    return out + all.slice(written);
  }

  /** Null for a statement that waits for a citation. */
  private markOf(statement: string): string;
  private markOf(statement: string, isLast: false): string | null;
  private markOf(statement: string, isLast = true): string | null {
    const ids = new Set(
      [...statement.matchAll(CITATION)].flatMap(([, list = '']) => list.toLowerCase().split(', ')),
    );
    if (ids.size === 0 && !isLast) return null;
    const cited = ids.size > 0 ? this.given.filter(({ memory }) => ids.has(memory.id)) : this.citing.sources;
    const { language, question } = this.asked;
    // A sentence that cites nothing may repeat the question.
    const known = cited.length === 0 ? question : '';
    if (isConfirmed(statement.replace(CITATION, ''), cited, { language, known })) return '';
    this.isMarked = true;
    return UNCONFIRMED;
  }
}

/** Whether a statement ends before this white space: a line or a sentence, with its citations. */
function isEnd(text: string, space: string): boolean {
  if (space.includes('\n')) return true;
  let head = text;
  while (head.endsWith(']')) head = head.slice(0, Math.max(0, head.lastIndexOf('['))).trimEnd();
  return ENDS.test(head);
}
