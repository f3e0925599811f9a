import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { seededRandom, type Random } from '../random';

const FOLDER = resolve(__dirname, '../../data');

/** Place in a text, in UTF-16 units; the end is not included. */
export interface Span {
  start: number;
  end: number;
}

export interface LabelledText {
  kind: string;
  /** By the hash of the text. Rules are mended on `development` alone. */
  half: 'development' | 'held-out';
  text: string;
  /** What must not stay in the text. Empty if nothing in it is a secret. */
  secrets: Span[];
}

/** Lines of a file: a secret stands between « and », and `[h40]` stands for 40 characters of an alphabet. */
interface Template {
  kind: string;
  text: string;
}

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();

/**
 * Values are drawn, not written out, so that no scanner takes a line of the files for a leak. `Q` and `q` are the
 * alphabet of bech32, `B` that of base32.
 */
const ALPHABETS: Readonly<Record<string, string>> = {
  A: UPPER + LOWER + DIGITS,
  B: `${UPPER}234567`,
  L: UPPER + LOWER,
  Q: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  U: UPPER + DIGITS,
  b: `${UPPER}${LOWER}${DIGITS}+/`,
  d: DIGITS,
  h: `${DIGITS}abcdef`,
  l: LOWER + DIGITS,
  q: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
  w: `${UPPER}${LOWER}${DIGITS}_-`,
};
const DRAWN = /\[([ABLQUbdhlqw])(\d{1,3})\]/g;
/** `[u]` stands for a UUID. */
const UUID = '[h8]-[h4]-4[h3]-8[h3]-[h12]';

/** A file of `bench/data`, in its order. */
export async function readLabelled(file: string): Promise<LabelledText[]> {
  const lines = (await readFile(resolve(FOLDER, file), 'utf8')).trim().split('\n');
  return lines.map((line) => labelledText(JSON.parse(line) as Template));
}

/** The same text for the same template, at any time. */
export function labelledText({ kind, text }: Template): LabelledText {
  const digest = createHash('sha256').update(text).digest();
  const random = seededRandom(digest.readUInt32BE(0));
  const drawn = text
    .replaceAll('[u]', UUID)
    .replace(DRAWN, (_, name: string, length: string) => draw(name, Number(length), random));
  const secrets: Span[] = [];
  let plain = '';
  for (const part of drawn.split(/(«[^»]*»)/)) {
    const isSecret = part.startsWith('«');
    const value = isSecret ? part.slice(1, -1) : part;
    if (isSecret) secrets.push({ start: plain.length, end: plain.length + value.length });
    plain += value;
  }
  return { kind, half: halfOf(digest), text: plain, secrets };
}

/** By a digest of the text. */
export function halfOf(digest: Buffer): LabelledText['half'] {
  return (digest[4] ?? 0) % 2 === 0 ? 'development' : 'held-out';
}

function draw(name: string, length: number, random: Random): string {
  const alphabet = ALPHABETS[name] ?? '';
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}
