import { usageError } from './failure.ts';

/** Reads stdin, up to `most` characters. */
export async function readStdin(most: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    text += decoded(decoder, piece);
    if (text.length > most) throw usageError(`stdin has more than ${most} characters.`);
  }
  return text + decoded(decoder);
}

/** The next characters; without a piece, what is left at the end. */
function decoded(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw usageError('stdin is no text in UTF-8: convert it first, such as with iconv.');
  }
}

/** An argument, or what stdin holds where the argument is `-`. */
export async function argumentOrStdin(argument: string, most: number): Promise<string> {
  const text = (argument === '-' ? await readStdin(most) : argument).trim();
  if (text === '') throw usageError(argument === '-' ? 'stdin is empty.' : 'The text is empty.');
  return text;
}
