import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
/** What starting or stopping it may take, in seconds; and making it, in ms. */
const WAIT_SECONDS = '60';
const LIMIT_MS = 120_000;
/** PostgreSQL refuses to run as root. */
const IS_ROOT = process.getuid?.() === 0;

/** `fast` ends what is under way in good order, `immediate` as a crash does. */
export type StopMode = 'fast' | 'immediate';

export interface OwnPostgresOptions {
  /** Where its files are to be, such as a small disk; unset: a temporary folder. */
  folder?: string;
  /** Server options such as `-c max_connections=20`. */
  options?: string;
}

/** A PostgreSQL server of a test's own, which it may stop, kill and start again. */
export class OwnPostgres {
  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly password: string,
    /** May be changed before the next start. */
    public options: string,
  ) {}

  /** Why there can be none on this machine; null when there can. */
  static whyNot(): string | null {
    if (findPrograms() === null) return "PostgreSQL's server programs are not installed";
    if (!IS_ROOT) return null;
    return hasUser('postgres') ? null : 'there is no user postgres to run it as';
  }

  /** A new and empty one, which listens. */
  static async start({ folder, options = '' }: OwnPostgresOptions = {}): Promise<OwnPostgres> {
    const programs = findPrograms();
    if (programs === null) throw new Error(OwnPostgres.whyNot() ?? '');
    const own = await mkdtemp(join(folder ?? tmpdir(), 'pg-'));
    const password = randomBytes(16).toString('hex');
    const server = new OwnPostgres(programs, own, await freePort(), password, options);
    await server.create();
    await server.resume();
    return server;
  }

  /** A new folder that its user can write, such as one for archived logs. */
  static async newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'pg-'));
    await chmod(folder, 0o700);
    if (IS_ROOT) await run('chown', ['postgres', folder]);
    return folder;
  }

  /** Of its database `postgres`. */
  get url(): string {
    return `postgresql://postgres:${this.password}@127.0.0.1:${this.port}/postgres`;
  }

  /** Of its files; only the server's user and root can read it. */
  get dataFolder(): string {
    return join(this.folder, 'data');
  }

  /** A new standby of this server, which follows it, with options of its own. */
  async standby(options = ''): Promise<OwnPostgres> {
    const server = await this.copy(['-R', '-X', 'stream'], options);
    await server.resume();
    return server;
  }

  /** A base backup of this server, which lacks the log that was written meanwhile; it is a server that was not started. */
  baseBackup(): Promise<OwnPostgres> {
    return this.copy(['-X', 'none']);
  }

  /** A base backup becomes a server as the backed-up one was, by the options `restore_command` and `recovery_target_…`. */
  async recover(): Promise<void> {
    const signal = join(this.dataFolder, 'recovery.signal');
    await writeFile(signal, '');
    if (IS_ROOT) await run('chown', ['postgres', signal]);
    await this.resume();
  }

  /** A standby takes over, and accepts writes when this resolves. */
  async promote(): Promise<void> {
    await this.as('pg_ctl', this.control('promote'));
  }

  /** Starts it again, and waits until it accepts connections. */
  async resume(): Promise<void> {
    const settings = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
    const log = join(this.folder, 'data/server.log');
    const options = `${settings} ${this.options}`;
    await this.as('pg_ctl', [...this.control('start'), '-l', log, '-o', options]).catch(
      async (error: unknown) => {
        throw new Error(`PostgreSQL did not start: ${await readFile(log, 'utf8')}`, { cause: error });
      },
    );
  }

  async stop(mode: StopMode): Promise<void> {
    await this.as('pg_ctl', [...this.control('stop'), '-m', mode]);
  }

  /** Ends the server's first process as the system does when there is no memory left; the others end by themselves. */
  async kill(): Promise<void> {
    const [pid] = (await readFile(join(this.folder, 'data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  async remove(): Promise<void> {
    await this.stop('immediate').catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async create(): Promise<void> {
    const file = join(this.folder, 'password');
    await writeFile(file, this.password);
    await chmod(this.folder, 0o700);
    if (IS_ROOT) await run('chown', ['-R', 'postgres', this.folder]);
    const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
    const access = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${file}`];
    await this.as('initdb', ['-D', join(this.folder, 'data'), ...locale, ...access]);
  }

  private async copy(how: string[], options = ''): Promise<OwnPostgres> {
    const own = await OwnPostgres.newFolder();
    const server = new OwnPostgres(this.programs, own, await freePort(), this.password, options);
    await server.as('pg_basebackup', ['-D', server.dataFolder, '-d', this.url, '-c', 'fast', ...how]);
    return server;
  }

  private control(task: 'start' | 'stop' | 'promote'): string[] {
    return [task, '-D', join(this.folder, 'data'), '-w', '-t', WAIT_SECONDS];
  }

  private async as(program: string, args: string[]): Promise<void> {
    const command = [join(this.programs, program), ...args];
    const all = IS_ROOT ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    // pg_ctl leaves a server behind that would keep its output open, and with it this call waiting.
    await run('sh', ['-c', 'exec "$@" >/dev/null 2>&1', 'sh', ...all], { cwd: '/', timeout: LIMIT_MS });
  }
}

function findPrograms(): string | null {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : [];
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)];
  const found = folders.find((each) => existsSync(join(each, 'initdb')) && existsSync(join(each, 'pg_ctl')));
  return found ?? null;
}

function hasUser(name: string): boolean {
  try {
    execFileSync('id', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
