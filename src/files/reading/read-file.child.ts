import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Chunker } from '../chunks/chunker';
import type { Chunk } from '../chunk';
import { readSections } from '../formats/read-sections';
import { UnreadableFile } from '../unreadable-file';
import { LINES_FD, type ReaderLine } from './reader-line';

/** Bytes gathered before they are written, and for how long, in ms. */
const GATHERED = 65_536;
const GATHERED_MS = 200;

/** Lines for the process that asked for them. A write waits until that one has read enough of what is before it. */
class Lines {
  private gathered = '';
  private since = performance.now();

  add(line: ReaderLine): void {
    this.gathered += `${JSON.stringify(line)}\n`;
    if (this.gathered.length >= GATHERED || performance.now() - this.since >= GATHERED_MS) this.flush();
  }

  flush(): void {
    const bytes = Buffer.from(this.gathered);
    for (let at = 0; at < bytes.length;) at += writeSync(LINES_FD, bytes, at);
    this.gathered = '';
    this.since = performance.now();
  }
}

/** Nothing in a file is a reason to speak with anybody. */
function withoutNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error('A file is read without a network');
  };
}

/** Nobody would read what a process says whose parent has died. */
function endWithParent(): void {
  process.stdin.on('close', () => process.exit(1)).resume();
  process.stdin.on('error', () => process.exit(1));
}

async function main(path: string, fileName: string): Promise<void> {
  const lines = new Lines();
  try {
    const chunker = new Chunker();
    const tell = (chunks: readonly Chunk[]) => chunks.forEach((chunk) => lines.add({ chunk }));
    for await (const section of readSections(path, fileName)) tell(chunker.add(section));
    tell(chunker.end());
    lines.add({ end: true });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    lines.add({ unreadable: error.message });
  }
  lines.flush();
}

withoutNetwork();
endWithParent();
const [path = '', fileName = ''] = process.argv.slice(2);
main(path, fileName).then(
  () => process.exit(0),
  (error: unknown) => {
    // Of an error in a library: its message may hold what the file says, its stack tells where it happened.
    process.stderr.write(`${error instanceof Error ? error.stack : 'An error that is none'}\n`);
    process.exit(1);
  },
);
