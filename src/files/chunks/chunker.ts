import { MAX_CONTENT } from '../../backend/memory-limits';
import type { Chunk, Section } from '../file-content';
import { countTokens, type Piece, splitText } from './split-text';

/** In tokens. A chunk with `MIN_TOKENS` ends before the piece that would exceed `TARGET_TOKENS`. */
const MIN_TOKENS = 200;
const TARGET_TOKENS = 400;
const MAX_TOKENS = 1_000;
/** A smaller rest may share a chunk with the text under the next heading. */
const TINY_TOKENS = 50;
/** About a tenth of a chunk is repeated in the next one. */
const OVERLAP_TOKENS = 40;
/** In UTF-16 units, so at most as many code points. */
const MAX_LENGTH = MAX_CONTENT;
const MAX_PIECE_LENGTH = 4_000;
const MAX_OVERLAP_LENGTH = 1_000;

const HALF_PAIR = /^[\uDC00-\uDFFF]/;

/** Makes chunks of 200 to 1,000 tokens of a file's sections, in order. Deterministic: a retry must get the same. */
export class Chunker {
  /** The last full chunk of the group, which may still take a small rest. */
  private held: Draft | null = null;
  private draft = new Draft();
  private group: string | null = null;

  /** Returns the chunks that this section completes. */
  add({ text, place, group, progress }: Section): Chunk[] {
    const ready = group === this.group ? [] : this.endGroup();
    this.group = group;
    let gap: string | null = this.gapBefore(place);
    for (const piece of splitText(text, { tokens: TARGET_TOKENS, length: MAX_PIECE_LENGTH })) {
      const placed = gap === null ? piece : { ...piece, gap };
      gap = null;
      ready.push(...this.addPiece(placed, place, progress));
    }
    return ready;
  }

  /** Returns the remaining chunks. */
  end(): Chunk[] {
    const ready = this.endGroup();
    if (!this.draft.isEmpty) ready.push(this.draft.toChunk());
    this.draft = new Draft();
    this.group = null;
    return ready;
  }

  private gapBefore(place: string | null): string {
    return place === this.draft.place ? '\n\n' : '\n';
  }

  private addPiece(piece: Piece, place: string | null, progress: number): Chunk[] {
    const ready: Chunk[] = [];
    if (this.isFullFor(piece)) {
      if (this.held) ready.push(this.held.toChunk());
      this.held = this.draft;
      this.draft = following(this.held, piece, place);
    }
    this.draft.add(piece, place, progress);
    return ready;
  }

  private isFullFor({ gap, text, tokens }: Piece): boolean {
    const { draft } = this;
    if (draft.isEmpty) return false;
    if (draft.length + gap.length + text.length > MAX_LENGTH) return true;
    return draft.tokens >= MIN_TOKENS && draft.tokens + tokens > TARGET_TOKENS;
  }

  /** A tiny rest stays in the draft, for the next group. */
  private endGroup(): Chunk[] {
    const { held, draft } = this;
    const whole = held === null ? [] : [held];
    this.held = null;
    if (held && draft.newTokens < MIN_TOKENS && fits(held, draft)) {
      held.append(draft);
      this.draft = new Draft();
    } else if (draft.newTokens >= TINY_TOKENS || held) {
      if (!draft.isEmpty) whole.push(draft);
      this.draft = new Draft();
    }
    return whole.map((each) => each.toChunk());
  }
}

function fits(held: Draft, rest: Draft): boolean {
  if (rest.isEmpty) return true;
  const length = held.length + rest.gapBefore.length + rest.ownText.length;
  return length <= MAX_LENGTH && held.tokens + rest.newTokens <= MAX_TOKENS;
}

/** A new draft after a full one; in the same place it begins with the end of that one. */
function following(before: Draft, { gap, text }: Piece, place: string | null): Draft {
  const draft = new Draft();
  draft.gapBefore = gap;
  if (before.place !== place || gap === '') return draft;
  const end = endOf(before.ownText);
  if (end.length + gap.length + text.length <= MAX_LENGTH) draft.repeat(end, countTokens(end));
  return draft;
}

/** The last sentences of a text, or the last words of a long sentence. */
function endOf(said: string): string {
  const window = said.slice(-MAX_OVERLAP_LENGTH).replace(HALF_PAIR, '');
  const pieces = splitText(window, { tokens: OVERLAP_TOKENS, length: MAX_OVERLAP_LENGTH });
  let tokens = 0;
  const end: Piece[] = [];
  for (const piece of pieces.reverse()) {
    tokens += piece.tokens;
    if (tokens > OVERLAP_TOKENS) break;
    end.unshift(piece);
  }
  return end.map(({ gap, text }, at) => (at === 0 ? text : gap + text)).join('');
}

/** A chunk that is being built. */
class Draft {
  /** Including the repeated end of the previous chunk. */
  tokens = 0;
  /** UTF-16 units. */
  length = 0;
  /** Without the repeated text. */
  newTokens = 0;
  /** White space between the previous draft and this one. */
  gapBefore = '';
  private text = '';
  /** The index after the repeated text. */
  private start = 0;
  private firstPlace: string | null = null;
  private lastPlace: string | null = null;
  private progress = 0;

  get isEmpty(): boolean {
    return this.newTokens === 0;
  }

  /** The text without the repeated part. */
  get ownText(): string {
    return this.text.slice(this.start);
  }

  get place(): string | null {
    return this.lastPlace;
  }

  repeat(text: string, tokens: number): void {
    this.text = text;
    this.start = text.length;
    this.length = text.length;
    this.tokens = tokens;
  }

  add({ gap, text, tokens }: Piece, place: string | null, progress: number): void {
    const before = this.text === '' ? '' : gap;
    if (this.isEmpty) {
      this.firstPlace = place;
      this.start += before.length;
    }
    this.text += before + text;
    this.length = this.text.length;
    this.tokens += tokens;
    this.newTokens += tokens;
    this.lastPlace = place;
    this.progress = progress;
  }

  /** Takes the new text of another draft. */
  append(next: Draft): void {
    this.text += next.gapBefore + next.ownText;
    this.length = this.text.length;
    this.tokens += next.newTokens;
    this.newTokens += next.newTokens;
    this.lastPlace = next.lastPlace;
    this.progress = next.progress;
  }

  toChunk(): Chunk {
    return {
      text: this.text,
      place: placeRange(this.firstPlace, this.lastPlace),
      progress: this.progress,
    };
  }
}

const NUMBERED =
  /^(?<before>.*?)\b(?<unit>page|row|record|line|paragraph|slide)s? (?<first>\d+)(?:-(?<last>\d+))?$/u;

/** A range of places, such as `Sheet1, rows 12-40`. */
export function placeRange(first: string | null, last: string | null): string | null {
  if (first === null || last === null || first === last) return last ?? first;
  // The last place is below the first heading.
  if (last.startsWith(`${first} > `)) return last;
  return numberedRange(first, last) ?? `${first} to ${last}`;
}

function numberedRange(first: string, last: string): string | null {
  const [from, to] = [NUMBERED.exec(first)?.groups, NUMBERED.exec(last)?.groups];
  if (!from || !to || from.before !== to.before || from.unit !== to.unit) return null;
  return `${to.before}${to.unit}s ${from.first}-${to.last ?? to.first}`;
}
