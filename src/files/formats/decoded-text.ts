import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UnreadableFile } from '../file-content';
import { readHead } from './file-kind';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface TextPart {
  text: string;
  /** The share of the file that has been read up to here, 0 to 1. */
  progress: number;
}

const HEAD_BYTES = 65_536;
/** The largest share of control characters in the first bytes of a text. */
const MAX_CONTROL_SHARE = 0.02;
/** Tab, line feed, vertical tab, form feed, carriage return and escape occur in texts. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);
/** The null bytes of UTF-16 are on one side of its units: at least this share of them. */
const ONE_SIDED = 0.95;
/** At least this share of UTF-16 units has a null byte: every script uses spaces and line breaks. */
const MIN_NULL_SHARE = 0.01;
/** A text is UTF-8 with slips when it has at least this many good non-ASCII characters for each broken one. */
const VALID_PER_BROKEN = 10;

/** Reads the whole file once. Throws `UnreadableFile` when it is not a text. */
export async function detectEncoding(path: string): Promise<TextEncoding> {
  const head = await readHead(path, HEAD_BYTES);
  const known = encodingOfHead(head);
  if (known === 'utf-16le' || known === 'utf-16be') return known;
  const controls = head.filter((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte)).length;
  if (controls > head.length * MAX_CONTROL_SHARE) throw notText();
  const check = new Utf8Check();
  for await (const bytes of bytesOf(path)) {
    if (bytes.includes(0)) throw notText();
    check.add(bytes);
  }
  return known ?? check.end();
}

/** The text of the file, without a byte order mark; a broken sequence becomes U+FFFD. */
export async function* decodedText(path: string, encoding: TextEncoding): AsyncGenerator<TextPart> {
  const { size } = await stat(path);
  const decode = decoderOf(encoding);
  let read = 0;
  for await (const bytes of bytesOf(path)) {
    read += bytes.length;
    const text = decode(bytes);
    if (text.includes('\0')) throw notText();
    if (text !== '') yield { text, progress: Math.min(1, read / size) };
  }
  const rest = decode(null);
  if (rest !== '') yield { text: rest, progress: 1 };
}

/** The encoding that the first bytes prove; null when the rest must be read. */
export function encodingOfHead(head: Buffer): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  return unmarkedUtf16(head);
}

function unmarkedUtf16(head: Buffer): TextEncoding | null {
  const units = Math.floor(head.length / 2);
  let even = 0;
  let odd = 0;
  for (let at = head.indexOf(0); at >= 0 && at < units * 2; at = head.indexOf(0, at + 1)) {
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const count = even + odd;
  if (count === 0 || count < units * MIN_NULL_SHARE) return null;
  if (Math.max(even, odd) < count * ONE_SIDED) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Distinguishes UTF-8 from Windows-1252 by the bytes of a whole text, given in parts. */
export class Utf8Check {
  private readonly decoder = new TextDecoder();
  private valid = 0;
  private broken = 0;

  add(bytes: Buffer): void {
    this.count(this.decoder.decode(bytes, { stream: true }));
  }

  end(): TextEncoding {
    this.count(this.decoder.decode());
    return this.broken * VALID_PER_BROKEN <= this.valid ? 'utf-8' : 'windows-1252';
  }

  private count(text: string): void {
    const characters = text.match(/[\u0080-\u{10ffff}]/gu) ?? [];
    const broken = characters.filter((character) => character === '\ufffd').length;
    this.broken += broken;
    this.valid += characters.length - broken;
  }
}

/** Windows-1252, 0x80 to 0x9f; the five bytes without a character stay control characters (WHATWG Encoding). */
const upperControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Not by TextDecoder: some versions of Node decode `windows-1252` as Latin-1. */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (control) => upperControls.charAt(control.charCodeAt(0) - 0x80));
}

/** Null ends the text. */
function decoderOf(encoding: TextEncoding): (bytes: Buffer | null) => string {
  if (encoding === 'windows-1252') return (bytes) => (bytes === null ? '' : decodeWindows1252(bytes));
  const decoder = new TextDecoder(encoding);
  return (bytes) => (bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }));
}

function bytesOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: HEAD_BYTES }) as AsyncIterable<Buffer>;
}

function notText(): UnreadableFile {
  return new UnreadableFile('The file is not a text: it holds binary data.');
}
