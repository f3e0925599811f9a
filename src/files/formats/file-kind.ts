import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { UnreadableFile } from '../file-content';

export const FILE_KINDS = ['pdf', 'docx', 'xlsx', 'json', 'txt', 'csv', 'md'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const HEAD_BYTES = 4096;
/** Readers of PDF look for its mark in the first kilobyte, since some programs write something before it. */
const PDF_MARK_WITHIN = 1024;
const ZIP = 'PK\x03\x04';

/** The first bytes of common binary formats, with their names for error messages. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF'],
  [ZIP, 'a ZIP archive or an Office document'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an Office document with a password, or of an old format'],
  ['{\\rtf', 'an RTF document'],
  ['\x89PNG\r\n', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['\x1f\x8b\x08', 'a gzip archive'],
];

/** The kind by the extension of the name. Throws `UnreadableFile` for any other extension. */
export function fileKindOf(fileName: string): FileKind {
  const extension = extname(fileName).slice(1).toLowerCase();
  const kind = FILE_KINDS.find((known) => known === extension);
  if (kind === undefined) throw new UnreadableFile(`Files of the kind ".${extension}" cannot be read.`);
  return kind;
}

/** Throws `UnreadableFile` when the file is empty, or its first bytes are those of another format. */
export async function checkSignature(path: string, kind: FileKind): Promise<void> {
  const head = await readHead(path, HEAD_BYTES);
  if (head.length === 0) throw new UnreadableFile('The file is empty.');
  const text = head.toString('latin1');
  const other = SIGNATURES.find(([start]) => text.startsWith(start))?.[1] ?? null;
  if (fits(kind, text, other)) return;
  const found = other === null ? `is not a ${kind.toUpperCase()} file` : `is ${other}`;
  throw new UnreadableFile(`The file is named .${kind}, but it ${found}.`);
}

function fits(kind: FileKind, head: string, other: string | null): boolean {
  switch (kind) {
    case 'pdf':
      return head.slice(0, PDF_MARK_WITHIN).includes('%PDF-');
    case 'docx':
    case 'xlsx':
      return head.startsWith(ZIP);
    case 'json':
    case 'txt':
    case 'csv':
    case 'md':
      return other === null;
    default:
      return kind satisfies never;
  }
}

export async function readHead(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
