import { printable, printNote } from './output.ts';

const WIDTH = 24;
/** A terminal that is drawn more often only flickers. */
const STEP_MS = 100;
const CLEAR_LINE = '\r\u001b[K';

export interface ProgressOptions {
  /** What is done, such as `Importing`. */
  label: string;
  stream?: NodeJS.WriteStream;
  now?: () => number;
}

/** A bar on stderr, in a terminal only: a log file gets no thousand lines. */
export class Progress {
  private readonly label: string;
  private readonly stream: NodeJS.WriteStream;
  private readonly now: () => number;
  private drawnAt = -Infinity;
  private isDrawn = false;

  constructor({ label, stream = process.stderr, now = () => performance.now() }: ProgressOptions) {
    this.label = label;
    this.stream = stream;
    this.now = now;
  }

  /** `done` of `total`, which is null where it is not known, in bytes. `note` stands behind the bar. */
  update(done: number, total: number | null, note = ''): void {
    if (!this.stream.isTTY || this.now() - this.drawnAt < STEP_MS) return;
    this.drawnAt = this.now();
    this.isDrawn = true;
    const text = printable(barText(this.label, done, total, note));
    this.stream.write(`${CLEAR_LINE}${text.slice(0, Math.max(20, (this.stream.columns || 80) - 1))}`);
  }

  /** Removes the bar. Call it before anything else is printed. */
  end(): void {
    if (this.isDrawn) this.stream.write(CLEAR_LINE);
    this.isDrawn = false;
  }
}

function barText(label: string, done: number, total: number | null, note: string): string {
  const parts = [label];
  if (total !== null && total > 0) {
    const share = Math.min(1, done / total);
    const filled = Math.round(share * WIDTH);
    parts.push(
      `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}]`,
      `${Math.floor(share * 100)}%`.padStart(4),
    );
    parts.push(`${bytesText(done)} of ${bytesText(total)}`);
  } else parts.push(bytesText(done));
  return [...parts, note].filter((part) => part !== '').join(' ');
}

export function bytesText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power] ?? ''}`;
}

/** Runs work with a bar that is removed whatever happens. */
export async function withProgress<T>(label: string, work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = new Progress({ label });
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

/** Lines for people about what was left out. */
export function noteSkips(
  groups: readonly { reason: string; count: number; refs: readonly string[] }[],
): void {
  for (const { reason, count, refs } of groups) {
    const shown = refs.slice(0, 3).join(', ');
    const more = count > 3 ? `, and ${count - 3} more` : '';
    printNote(`Skipped ${count} (${reason}): ${shown}${more}`);
  }
}
