import { objectIn } from '../json.ts';
import { type ImportFile, ImportFailure } from './entry.ts';

/** Characters of a line. Results of tools are long. */
const MAX_LINE = 64 * 1024 * 1024;

/** The objects of a file's lines; null for a line that is no JSON object, such as one still being written. */
export async function* jsonLines(file: ImportFile): AsyncGenerator<Record<string, unknown> | null> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of file.read()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new ImportFailure(`A line of ${file.name} is longer than 64 MiB`);
    yield* lines.filter((line) => line.trim() !== '').map(objectIn);
  }
  if (rest.trim() !== '') yield objectIn(rest);
}
