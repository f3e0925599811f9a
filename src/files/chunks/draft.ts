import type { Chunk } from '../chunk';
import { placeRange } from './place-range';
import type { Piece } from './split-text';

/** A chunk in the making. */
export class Draft {
  /** Including what it repeats of the one before it. */
  tokens = 0;
  /** UTF-16 units. */
  length = 0;
  /** Of what it does not repeat. */
  newTokens = 0;
  private text = '';
  /** Of the text, without what is repeated: where it starts. */
  private start = 0;
  private firstPlace: string | null = null;
  private lastPlace: string | null = null;
  private progress = 0;

  get isEmpty(): boolean {
    return this.newTokens === 0;
  }

  /** What it says for the first time. */
  get ownText(): string {
    return this.text.slice(this.start);
  }

  get place(): string | null {
    return this.lastPlace;
  }

  /** Begins with the end of the chunk before it. */
  repeat(text: string, tokens: number): void {
    this.text = text;
    this.start = text.length;
    this.length = text.length;
    this.tokens = tokens;
  }

  add({ gap, text, tokens }: Piece, place: string | null, progress: number): void {
    // Between what is repeated and what follows stands what stood there in the file.
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

  /** Takes over what another one says for the first time. */
  append(next: Draft): void {
    this.text += next.gapBefore + next.ownText;
    this.length = this.text.length;
    this.tokens += next.newTokens;
    this.newTokens += next.newTokens;
    this.lastPlace = next.lastPlace;
    this.progress = next.progress;
  }

  /** White space that parted it from the one before it. */
  gapBefore = '';

  toChunk(): Chunk {
    return {
      text: this.text,
      place: placeRange(this.firstPlace, this.lastPlace),
      progress: this.progress,
    };
  }
}
