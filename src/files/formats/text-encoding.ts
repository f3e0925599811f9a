import { isAscii } from 'node:buffer';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Null characters of a UTF-16 text stand at one side of its units: at least this part of them. */
const ONE_SIDED = 0.95;
/** Of its units at least this part have one: in every script there are spaces and line breaks. */
const MIN_NULL_SHARE = 0.01;
/** A text is taken for UTF-8 with slips when at most one in so many of its longer sequences is broken. */
const VALID_PER_BROKEN = 10;

/** The encoding that a text's first bytes tell beyond doubt; null when the rest has to be seen. */
export function encodingOfHead(head: Buffer): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  return unmarkedUtf16(head);
}

function unmarkedUtf16(head: Buffer): TextEncoding | null {
  const units = Math.floor(head.length / 2);
  const nulls = [0, 0];
  for (let at = 0; at < units * 2; at += 1) {
    if (head[at] === 0) nulls[at % 2] = (nulls[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = nulls;
  const count = even + odd;
  if (count === 0 || count < units * MIN_NULL_SHARE) return null;
  if (Math.max(even, odd) < count * ONE_SIDED) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Tells UTF-8 from Windows-1252 by the bytes of a whole text, given part by part. */
export class Utf8Check {
  private valid = 0;
  private broken = 0;
  /** Continuation bytes that the sequence under way still needs. */
  private missing = 0;
  private lowest = 0x80;
  private highest = 0xbf;

  add(bytes: Buffer): void {
    if (this.missing === 0 && isAscii(bytes)) return;
    for (const byte of bytes) this.addByte(byte);
  }

  /** Broken sequences beside many good ones are slips, such as a text cut in a character. */
  end(): TextEncoding {
    const broken = this.broken + (this.missing > 0 ? 1 : 0);
    return broken * VALID_PER_BROKEN <= this.valid ? 'utf-8' : 'windows-1252';
  }

  private addByte(byte: number): void {
    if (this.missing > 0) {
      if (byte >= this.lowest && byte <= this.highest) return this.continueSequence();
      this.broken += 1;
      this.missing = 0;
    }
    if (byte >= 0x80) this.startSequence(byte);
  }

  private continueSequence(): void {
    this.missing -= 1;
    this.lowest = 0x80;
    this.highest = 0xbf;
    if (this.missing === 0) this.valid += 1;
  }

  /** The Unicode Standard, table 3-7: well-formed UTF-8 byte sequences. */
  private startSequence(byte: number): void {
    this.lowest = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.highest = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    if (byte >= 0xc2 && byte <= 0xdf) this.missing = 1;
    else if (byte >= 0xe0 && byte <= 0xef) this.missing = 2;
    else if (byte >= 0xf0 && byte <= 0xf4) this.missing = 3;
    else this.broken += 1;
  }
}

/** Windows-1252, 0x80 to 0x9f; the five bytes without a character stay control characters (WHATWG Encoding). */
const upperControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Done by hand, for some versions of Node decode `windows-1252` as Latin-1. */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (control) => upperControls.charAt(control.charCodeAt(0) - 0x80));
}
