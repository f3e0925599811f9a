import type { Chunk } from '../chunk';
import type { Section } from '../section';
import { Draft } from './draft';
import { splitText, type Piece } from './split-text';
import { countTokens } from './token-count';

/** Of tokens. A chunk is ended where the next piece would take it past `TARGET`, once it has `LEAST`. */
const LEAST = 200;
const TARGET = 400;
const MOST = 1_000;
/** What is smaller than this may share a chunk with what stands under another heading. */
const TINY = 50;
/** About a tenth of a chunk is said again in the next one. */
const OVERLAP = 40;
/** UTF-16 units, and so at most as many code points. */
const LONGEST = 10_000;
const LONGEST_PIECE = 4_000;
const LONGEST_OVERLAP = 1_000;

const NULLS = /\0/g;
const HALF_PAIR = /^[\uDC00-\uDFFF]/;

/**
 * Makes chunks of the sections of a file, given in their order: of 200 to 1,000 tokens where the file has as much to
 * say in one place, cut at natural borders. Equal
 * sections give equal chunks.
 */
export class Chunker {
  /** The last whole chunk of the present group, which may still take over a small rest. */
  private held: Draft | null = null;
  private draft = new Draft();
  private group: string | null = null;

  /** The chunks that are ready with this section. */
  add({ text, place, group, progress }: Section): Chunk[] {
    const ready = group === this.group ? [] : this.endGroup();
    this.group = group;
    let gap: string | null = this.gapBefore(place);
    for (const piece of splitText(storable(text), { tokens: TARGET, length: LONGEST_PIECE })) {
      // The white space before the first one is that between two sections.
      const placed = gap === null ? piece : { ...piece, gap };
      gap = null;
      ready.push(...this.addPiece(placed, place, progress));
    }
    return ready;
  }

  /** The chunks that are left. */
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
    if (draft.length + gap.length + text.length > LONGEST) return true;
    return draft.tokens >= LEAST && draft.tokens + tokens > TARGET;
  }

  /** What is tiny stays, for the next group to go on with. */
  private endGroup(): Chunk[] {
    const { held, draft } = this;
    const whole = held === null ? [] : [held];
    this.held = null;
    if (held && draft.newTokens < LEAST && fits(held, draft)) {
      held.append(draft);
      this.draft = new Draft();
    } else if (draft.newTokens >= TINY || held) {
      if (!draft.isEmpty) whole.push(draft);
      this.draft = new Draft();
    }
    return whole.map((each) => each.toChunk());
  }
}

function fits(held: Draft, rest: Draft): boolean {
  if (rest.isEmpty) return true;
  const length = held.length + rest.gapBefore.length + rest.ownText.length;
  return length <= LONGEST && held.tokens + rest.newTokens <= MOST;
}

/** A new draft after a whole one; within one place it begins with the end of that one. */
function following(before: Draft, { gap, text }: Piece, place: string | null): Draft {
  const draft = new Draft();
  draft.gapBefore = gap;
  if (before.place !== place || gap === '') return draft;
  const end = endOf(before.ownText);
  if (end.length + gap.length + text.length <= LONGEST) draft.repeat(end, countTokens(end));
  return draft;
}

/** The last sentences of a text, or the last words of a long one, of about `OVERLAP` tokens. */
function endOf(said: string): string {
  const window = said.slice(-LONGEST_OVERLAP).replace(HALF_PAIR, '');
  const pieces = splitText(window, { tokens: OVERLAP, length: LONGEST_OVERLAP });
  let tokens = 0;
  const end: Piece[] = [];
  for (const piece of pieces.reverse()) {
    tokens += piece.tokens;
    if (tokens > OVERLAP) break;
    end.unshift(piece);
  }
  return end.map(({ gap, text }, at) => (at === 0 ? text : gap + text)).join('');
}

/** PostgreSQL takes no null characters, and no half of a pair of surrogates. */
function storable(text: string): string {
  return text.toWellFormed().replace(NULLS, ' ');
}
