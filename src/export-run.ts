import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { fileArgument, runTransfer } from './transfer-run';
import { ExportService } from './transfer/export.service';

const USAGE = `Usage: npm run export -- [FILE] [--agent ID]...

Writes agents with all that is remembered of them to a file, one JSON object a line, as of one instant.

  FILE         The file; it appears when it is complete, and replaces an older one.
               Without FILE, or with "-", the lines go to the standard output: use npm run --silent export
  --agent ID   Only this agent. May be repeated. Without it, everything is exported
  --out FILE   The same as FILE
  -h, --help   Prints this

It uses the database of the settings (DATA_DIR or DATABASE_URL). Stop the service first if it uses DATA_DIR;
a running service exports an agent by GET /api/v2/agents/{agent_id}/export.
`;

/** Exports to the standard output, or to a file that appears whole, on disk, or not at all. */
runTransfer({
  name: 'export',
  usage: USAGE,
  read: exportArguments,
  work: async (app, { agents, out }) => {
    const lines = app.get(ExportService).write(agents);
    if (out === null) await pipeline(Readable.from(lines), process.stdout, { end: false });
    else await writeFile(out, lines);
    process.stderr.write('Export finished\n');
    return true;
  },
});

async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const draft = `${path}.part`;
  // The file holds all memories: only its owner may read it.
  const file = await open(draft, 'w', 0o600);
  try {
    await pipeline(Readable.from(lines), file.createWriteStream({ flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** `agents`: null for all. `out`: null for the standard output. Throws on unknown arguments. */
function exportArguments(args: string[]): { agents: string[] | null; out: string | null } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { agent: { type: 'string', multiple: true }, out: { type: 'string' } },
  });
  return { agents: values.agent ?? null, out: fileArgument(positionals, values.out) };
}
