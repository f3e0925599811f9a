import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Chunker } from '../chunks/chunker';
import { type Place, screenFields, type ScreeningPolicy } from '../../screening/screen-fields';
import { byKind } from '../../screening/secret-counts';
import { type Chunk, type Section, UnreadableFile } from '../file-content';
import { readSections } from '../formats/read-sections';
import { LINES_FD, type ReaderLine } from './reader-process';

/** Bytes and milliseconds of output that are collected before a write. */
const GATHERED = 65_536;
const GATHERED_MS = 200;

/** Writes lines to the parent process. A synchronous write waits until the parent has read enough. */
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

/** No file format needs the network. */
function withoutNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error('The file reader has no network access');
  };
}

function endWithParent(): void {
  process.stdin.on('close', () => process.exit(1)).resume();
  process.stdin.on('error', () => process.exit(1));
}

/** Screens the sections of the file. Throws UnreadableFile if the policy refuses what was found. */
class SectionScreen {
  readonly redacted: Place[] = [];
  readonly warned: Place[] = [];

  constructor(private readonly policy: ScreeningPolicy) {}

  screened(section: Section): Section {
    const { fields, redacted, warned, refused } = screenFields({ text: section.text }, this.policy);
    const [first] = refused;
    if (first)
      throw new UnreadableFile(`The file holds what must not be stored (${first.kind}): leave it out`);
    this.redacted.push(...redacted);
    this.warned.push(...warned);
    return { ...section, ...fields };
  }
}

async function main(path: string, fileName: string, policy: ScreeningPolicy): Promise<void> {
  const lines = new Lines();
  try {
    const chunker = new Chunker();
    const screen = new SectionScreen(policy);
    const write = (chunks: readonly Chunk[]) => chunks.forEach((chunk) => lines.add({ chunk }));
    for await (const section of readSections(path, fileName)) write(chunker.add(screen.screened(section)));
    write(chunker.end());
    lines.add({ redacted: byKind(screen.redacted), warned: byKind(screen.warned) });
    lines.add({ end: true });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    lines.add({ unreadable: error.message });
  }
  lines.flush();
}

withoutNetwork();
endWithParent();
const [path = '', fileName = '', policy = ''] = process.argv.slice(2);
main(path, fileName, JSON.parse(policy) as ScreeningPolicy).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : 'Unknown error'}\n`);
    process.exit(1);
  },
);
