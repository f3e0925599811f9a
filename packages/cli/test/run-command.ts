import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reachable } from '../../../test/support/test-app';

export const PROGRAM = join(__dirname, '../bin/agent-memory.cjs');
const LIMIT_MS = 60_000;

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  input?: string | Buffer;
}

/** A folder with a home of its own: the settings of the person who runs the tests do not reach the commands. */
export class CommandRunner {
  readonly folder: string;
  readonly env: Record<string, string>;

  private constructor(folder: string, env: Record<string, string> = {}) {
    this.folder = folder;
    this.env = { PATH: process.env.PATH ?? '', HOME: folder, ...env };
  }

  static async create(env?: Record<string, string>): Promise<CommandRunner> {
    return new CommandRunner(await mkdtemp(join(tmpdir(), 'ams-cli-')), env);
  }

  /** Runs the binary as a process, to its end. */
  async run(args: string[], { env = {}, cwd = this.folder, input = '' }: RunOptions = {}): Promise<Outcome> {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd,
      env: { ...this.env, ...env },
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    // A command that reads no stdin may end before this is written.
    child.stdin.on('error', () => undefined).end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stdout, stderr };
  }

  /** The document of a command with `--json` that must succeed. */
  async json<T = Record<string, unknown>>(args: string[], options?: RunOptions): Promise<T> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options);
    if (code !== 0) throw new Error(`agent-memory ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as T;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A runner for the tests of a file, which use the service at the URL of `app`. */
export function useCommandRunner(app: Reachable, env: Record<string, string> = {}): CommandRunner {
  const runner = Object.create(CommandRunner.prototype) as CommandRunner;
  beforeAll(async () => {
    Object.assign(runner, await CommandRunner.create({ AGENT_MEMORY_URL: app.url, ...env }));
  });
  afterAll(() => runner.remove());
  return runner;
}
