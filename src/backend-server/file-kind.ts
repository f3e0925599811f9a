/** What can be read, by extension, and the media type to send it under: JSON's own is read as a call. */
const KINDS: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.json': 'application/octet-stream',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.md': 'text/markdown',
};

export const READABLE: readonly string[] = Object.keys(KINDS);

/** Null for a file that is not read here. */
export function mediaTypeOf(fileName: string): string | null {
  const extension = /\.[^./\\]+$/.exec(fileName)?.[0].toLowerCase();
  return extension === undefined ? null : (KINDS[extension] ?? null);
}

/** The name without the folders before it and without control characters; empty when there is none. */
export function baseNameOf(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\p{Cc}/gu, '').trim();
}
