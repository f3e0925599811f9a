import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { runTransfer } from './transfer-run';
import { ExportService } from './transfer/export.service';

/** Exports to the standard output, or to a file that appears whole, on disk, or not at all. */
runTransfer('export', exportArguments, async (app, { agents, out }) => {
  const lines = app.get(ExportService).lines(agents);
  if (out === null) await pipeline(Readable.from(broken(lines)), process.stdout, { end: false });
  else await writeFile(out, lines);
  process.stderr.write('Export finished\n');
  return true;
});

async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const draft = `${path}.part`;
  // The file holds all memories: only its owner may read it.
  const file = await open(draft, 'w', 0o600);
  try {
    await pipeline(Readable.from(broken(lines)), file.createWriteStream({ flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function* broken(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** `agents`: null for all. `out`: null for the standard output. Throws on unknown arguments. */
function exportArguments(args: string[]): { agents: string[] | null; out: string | null } {
  const { values } = parseArgs({
    args,
    options: { agent: { type: 'string', multiple: true }, out: { type: 'string' } },
  });
  return { agents: values.agent ?? null, out: values.out ?? null };
}
