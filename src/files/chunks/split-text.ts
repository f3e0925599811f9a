import { countTokens } from './token-count';

/** A stretch of a text that is not cut any further. */
export interface Piece {
  /** What stands before it: white space, cut short where there is much; empty where a word was cut. */
  gap: string;
  /** Neither empty nor blank, and without white space at its ends. */
  text: string;
  tokens: number;
}

export interface PieceLimits {
  tokens: number;
  /** UTF-16 units. */
  length: number;
}

/** Where to cut, best first: between paragraphs, sentences, lines, words. Lines last: many texts are wrapped. */
const BORDERS = [
  /\n[^\S\n]*\n\s*/g,
  /(?<=[.!?…]["'”’»)\]]{0,3})\s+|(?<=[。！？])\s*/g,
  /\n\s*/g,
  /\s+/g,
] as const;
const LONGEST_GAP = 16;
const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** All of a text in order, in pieces within the limits that are as large as the borders of the text allow. */
export function splitText(text: string, limits: PieceLimits): Piece[] {
  const splitting = new Splitting(limits);
  splitting.split(text, '', 0);
  return splitting.pieces;
}

class Splitting {
  readonly pieces: Piece[] = [];

  constructor(private readonly limits: PieceLimits) {}

  /** `gap` stood before the text; `level`: of the borders that it has not been cut at yet. */
  split(text: string, gap: string, level: number): void {
    const trimmed = text.trim();
    if (trimmed === '') return;
    const before = gapOf(gap + text.slice(0, text.length - text.trimStart().length));
    const tokens = trimmed.length <= this.limits.length ? tokensOf(trimmed) : Infinity;
    const border = BORDERS[level];
    if (tokens <= this.limits.tokens) this.pieces.push({ gap: before, text: trimmed, tokens });
    else if (border === undefined) this.cutAnywhere(trimmed, before);
    else this.cutAt(border, trimmed, before, level);
  }

  private cutAt(border: RegExp, text: string, gap: string, level: number): void {
    let end = 0;
    let before = gap;
    for (const match of text.matchAll(border)) {
      this.split(text.slice(end, match.index), before, level + 1);
      before = match[0];
      end = match.index + match[0].length;
    }
    this.split(text.slice(end), before, level + 1);
  }

  /** A word of that length: encoded data, or a script without spaces. */
  private cutAnywhere(word: string, gap: string): void {
    const step = Math.min(this.limits.tokens, this.limits.length);
    let start = 0;
    while (start < word.length) {
      let end = start + step;
      if (end < word.length && HIGH_SURROGATE.test(word.slice(end - 1, end))) end--;
      const text = word.slice(start, end);
      this.pieces.push({ gap: start === 0 ? gap : '', text, tokens: tokensOf(text) });
      start = end;
    }
  }
}

/** At least one, also of what is no word. */
function tokensOf(text: string): number {
  return Math.max(1, countTokens(text));
}

function gapOf(space: string): string {
  if (space.length <= LONGEST_GAP) return space;
  return space.includes('\n') ? '\n\n' : ' ';
}
