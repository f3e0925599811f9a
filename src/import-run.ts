import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { duringOperation } from './audit/audit-operation';
import { AuditTrail } from './audit/audit-trail';
import { recordWritesOf } from './audit/recorded-write';
import { Env } from './config/env';
import { PrismaService } from './database/prisma.service';
import { fileArgument, runTransfer } from './transfer-run';
import { ImportService } from './transfer/import.service';
import { isDone, tallyLines } from './transfer/import-tally';
import { BadLine } from './transfer/transfer-line';

const USAGE = `Usage: npm run import -- [FILE] [--agent ID]... [--force]

Imports the lines of an export. What is in the database already stays as it is, so you can repeat an import.

  FILE         The file. Without FILE, or with "-", the lines come from the standard input
  --agent ID   Only this agent. May be repeated. Without it, everything is imported
  --force      Also imports memories that were deleted here for good
  --in FILE    The same as FILE
  -h, --help   Prints this

It uses the database of the settings (DATA_DIR or DATABASE_URL). Stop the service first if it uses DATA_DIR;
a running service imports by POST /api/v2/import.
`;

/** Imports from the standard input or a file. */
runTransfer({
  name: 'import',
  usage: USAGE,
  read: importArguments,
  work: async (app, { agents, in: path, force }) => {
    const bytes: AsyncIterable<Buffer> = path === null ? process.stdin : createReadStream(path);
    const database = app.get(PrismaService);
    // The service gives the records their places in the chains when it runs.
    recordWritesOf(database, new AuditTrail(database, app.get(Env)));
    try {
      const tally = await duringOperation({ operation: 'importAgents', actor: 'local' }, () =>
        app.get(ImportService).import(bytes, { agents, force }),
      );
      process.stderr.write(`${tallyLines(tally).join('\n')}\n`);
      return isDone(tally);
    } catch (error) {
      if (error instanceof BadLine)
        throw new Error(`the file was not read: ${error.message}`, { cause: error });
      throw error;
    }
  },
});

/**
 * `agents`: null for all. `in`: null for the standard input. `force`: also import what was deleted here. Throws on unknown
 * arguments.
 */
function importArguments(args: string[]): { agents: string[] | null; in: string | null; force: boolean } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      agent: { type: 'string', multiple: true },
      in: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  return { agents: values.agent ?? null, in: fileArgument(positionals, values.in), force: values.force };
}
