import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { eventually } from '../../../test/support/eventually';
import type { CommandRunner } from './run-command';
import { PROGRAM } from './run-command';

/** A command in a pseudo-terminal of 80 columns, which the program `script` of util-linux makes. */
export class Terminal {
  private readonly child: ChildProcess;
  private shown = '';
  private seen = 0;
  readonly ended: Promise<number | null>;

  constructor(cli: CommandRunner, args: string[], env: Record<string, string> = {}) {
    const words = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
    const command = `stty cols 80 rows 40; exec ${words}`;
    this.child = spawn('script', ['-qefc', command, '/dev/null'], {
      cwd: cli.folder,
      env: { PATH: process.env.PATH, HOME: cli.folder, TERM: 'xterm-256color', ...cli.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.shown += text));
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** What was printed between the end of the text before and the end of this one, without control characters. */
  async until(text: string): Promise<string> {
    const at = await eventually(
      () => this.shown.indexOf(text, this.seen),
      (found) => found >= 0,
      60_000,
    );
    const from = this.seen;
    this.seen = at + text.length;
    return stripVTControlCharacters(this.shown.slice(from, this.seen)).replaceAll('\r', '');
  }

  press(keys: string): void {
    this.child.stdin?.write(keys);
  }

  /** Everything printed, with its control characters. */
  get raw(): string {
    return this.shown;
  }
}
