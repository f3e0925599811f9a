import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { DomainError } from '../../common/domain-error';
import { codePoints, firstCodePoints } from '../../common/text';
import { UnreadableFile } from '../file-content';

const FILE_KINDS = ['pdf', 'docx', 'xlsx', 'json', 'txt', 'csv', 'md'] as const;
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

export const EXTENSIONS = FILE_KINDS.map((kind) => `.${kind}`);
const SUPPORTED: ReadonlySet<string> = new Set(EXTENSIONS);

/** Code points. */
const MAX_NAME = 255;
const MAX_SHOWN_EXTENSION = 20;

/** Characters that are invisible or change the direction of text. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** The name without folders and hidden characters, of at most 255 code points. Throws `unsupported_extension`. */
export function supportedName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last.toWellFormed().replace(HIDDEN, '').trim();
  const extension = extensionOf(name);
  if (!SUPPORTED.has(extension.toLowerCase())) throw unsupported(extension);
  const stem = name.slice(0, -extension.length);
  return firstCodePoints(stem, MAX_NAME - codePoints(extension)) + extension;
}

/** Such as `.PDF`; empty for a name without one, such as `.pdf`. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && dot < name.length - 1 ? name.slice(dot) : '';
}

function unsupported(extension: string): DomainError {
  const shown = firstCodePoints(extension, MAX_SHOWN_EXTENSION);
  const what = extension === '' ? 'Files without an extension' : `Files of type '${shown}'`;
  return new DomainError('unsupported_extension', `${what} are not supported: use ${EXTENSIONS.join(', ')}`);
}
