import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { runTransfer } from './transfer-run';
import { ImportService } from './transfer/import.service';
import { isDone, tallyLines } from './transfer/import-tally';
import { BadLine } from './transfer/transfer-line';

/** Imports from the standard input or a file. */
runTransfer('import', importArguments, async (app, { agents, in: path, force }) => {
  const bytes: AsyncIterable<Buffer> = path === null ? process.stdin : createReadStream(path);
  try {
    const tally = await app.get(ImportService).import(bytes, { agents, force });
    process.stderr.write(`${tallyLines(tally).join('\n')}\n`);
    return isDone(tally);
  } catch (error) {
    if (error instanceof BadLine)
      throw new Error(`the file was not read: ${error.message}`, { cause: error });
    throw error;
  }
});

/**
 * `agents`: null for all. `in`: null for the standard input. `force`: also import what was deleted here. Throws on unknown
 * arguments.
 */
function importArguments(args: string[]): { agents: string[] | null; in: string | null; force: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      agent: { type: 'string', multiple: true },
      in: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  return { agents: values.agent ?? null, in: values.in ?? null, force: values.force };
}
