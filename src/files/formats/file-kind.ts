import { extname } from 'node:path';
import { UnreadableFile } from '../unreadable-file';

export const FILE_KINDS = ['pdf', 'docx', 'xlsx', 'json', 'txt', 'csv', 'md'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The kind that the name's extension tells, in any case. Throws `UnreadableFile` for any other. */
export function fileKindOf(fileName: string): FileKind {
  const extension = extname(fileName).slice(1).toLowerCase();
  const kind = FILE_KINDS.find((known) => known === extension);
  if (kind === undefined) throw new UnreadableFile(`Files of the kind ".${extension}" cannot be read.`);
  return kind;
}
