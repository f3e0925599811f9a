import { open } from 'node:fs/promises';
import { UnreadableFile } from '../unreadable-file';
import type { FileKind } from './file-kind';

const HEAD_BYTES = 4096;
/** Readers of PDF look for its mark in the first kilobyte, since some programs write something before it. */
const PDF_MARK_WITHIN = 1024;

/** How files that are no text begin, and what to call them. */
const signatures: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF'],
  ['PK\x03\x04', 'a ZIP archive or an Office document'],
  ['PK\x05\x06', 'an empty ZIP archive'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an old or a protected Office document'],
  ['{\\rtf', 'an RTF document'],
  ['\x89PNG\r\n', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF87a', 'a GIF image'],
  ['GIF89a', 'a GIF image'],
  ['\x1f\x8b\x08', 'a gzip archive'],
  ['BZh9', 'a bzip2 archive'],
  ['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive'],
  ['Rar!\x1a\x07', 'a RAR archive'],
  ['\xfd7zXZ\x00', 'an xz archive'],
  ['\x28\xb5\x2f\xfd', 'a zstd archive'],
  ['\x7fELF', 'a program'],
  ['SQLite format 3\x00', 'a database'],
  ['OggS\x00', 'a sound or a video'],
  ['ID3', 'a sound'],
];

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What a file that begins so is, in words; null for one that may be a text. */
export function knownBinary(head: Buffer): string | null {
  const text = head.toString('latin1');
  return signatures.find(([start]) => text.startsWith(start))?.[1] ?? null;
}

function fits(kind: FileKind, head: Buffer): boolean {
  switch (kind) {
    case 'pdf':
      return head.subarray(0, PDF_MARK_WITHIN).includes('%PDF-');
    case 'docx':
    case 'xlsx':
      return head.toString('latin1', 0, 4) === 'PK\x03\x04';
    case 'json':
    case 'txt':
    case 'csv':
    case 'md':
      return knownBinary(head) === null;
    default:
      return kind satisfies never;
  }
}

/** Throws `UnreadableFile` when the file is empty, or begins like something else than what its name says. */
export async function checkSignature(path: string, kind: FileKind): Promise<void> {
  const head = await headOf(path);
  if (head.length === 0) throw new UnreadableFile('The file is empty.');
  if (fits(kind, head)) return;
  const other = knownBinary(head);
  const found = other === null ? `is not a ${kind.toUpperCase()} file` : `is ${other}`;
  throw new UnreadableFile(`The file is named .${kind}, but it ${found}.`);
}
