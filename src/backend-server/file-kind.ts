/** What can be read so far, by extension, and the media type to send it under. */
const KINDS: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
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
