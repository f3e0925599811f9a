import { createReadStream } from 'node:fs';
import { runTransfer } from './transfer-run';
import { importArguments } from './transfer/transfer-arguments';
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
