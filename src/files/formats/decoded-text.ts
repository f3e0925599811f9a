import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { UnreadableFile } from '../unreadable-file';
import { decodeWindows1252, encodingOfHead, TextEncoding, Utf8Check } from './text-encoding';

const HEAD_BYTES = 65_536;
/** Of the first characters at most this part may be control characters. */
const MAX_CONTROL_SHARE = 0.02;

/** A part of a decoded text. */
export interface TextPart {
  text: string;
  /** Which part of the file has been read with it, 0 to 1. */
  progress: number;
}

function bytesOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: HEAD_BYTES }) as AsyncIterable<Buffer>;
}

const notText = () => new UnreadableFile('The file is not a text: it holds binary data.');

/** Reads the file once through. Throws `UnreadableFile` when it is no text. */
export async function detectEncoding(path: string): Promise<TextEncoding> {
  const head = await readHead(path);
  const told = encodingOfHead(head);
  if (told === 'utf-16le' || told === 'utf-16be') return told;
  if (controlShare(head) > MAX_CONTROL_SHARE) throw notText();
  const check = new Utf8Check();
  for await (const bytes of bytesOf(path)) {
    if (bytes.includes(0)) throw notText();
    check.add(bytes);
  }
  return told ?? check.end();
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Tab, line feed, form feed, carriage return and escape are found in texts. */
function controlShare(bytes: Buffer): number {
  const common = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);
  const controls = bytes.filter((byte) => byte < 0x20 && !common.has(byte)).length;
  return controls / Math.max(1, bytes.length);
}

/** The text of the file, without a byte order mark; broken sequences come as U+FFFD. */
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

/** Null ends the text. */
function decoderOf(encoding: TextEncoding): (bytes: Buffer | null) => string {
  if (encoding === 'windows-1252') return (bytes) => (bytes === null ? '' : decodeWindows1252(bytes));
  const decoder = new TextDecoder(encoding);
  return (bytes) => (bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }));
}
