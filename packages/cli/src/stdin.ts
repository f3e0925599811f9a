import { usageError } from './failure.ts';

/** What stdin holds, up to `most` characters. */
export async function readStdin(most: number): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) {
    text += piece as string;
    if (text.length > most) throw usageError(`stdin has more than ${most} characters.`);
  }
  return text;
}

/** An argument, or what stdin holds where the argument is `-`. */
export async function argumentOrStdin(argument: string, most: number): Promise<string> {
  const text = (argument === '-' ? await readStdin(most) : argument).trim();
  if (text === '') throw usageError(argument === '-' ? 'stdin is empty.' : 'The text is empty.');
  return text;
}
