import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';
import { freePort } from './free-port';

/** Debian's package; `.ci/run` installs it. */
const PROGRAM = '/usr/sbin/pgbouncer';

export const hasPgBouncer = (): boolean => existsSync(PROGRAM);

/** A PgBouncer in transaction mode in front of a PostgreSQL server of this machine. */
export class PgBouncer {
  private child: ChildProcess | null = null;
  private printed = '';

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly server: URL,
  ) {}

  /** `server`: the URL of the server, with a password. `settings`: more lines of `pgbouncer.ini`. */
  static async start(server: string, settings: readonly string[]): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'ams-pgbouncer-'));
    const bouncer = new PgBouncer(folder, await freePort(), new URL(server));
    await bouncer.configure(settings);
    await bouncer.resume();
    return bouncer;
  }

  /** Of the same database, through PgBouncer. */
  get url(): string {
    const url = new URL(this.server);
    url.port = String(this.port);
    return url.href;
  }

  /** Ends it, and with it all connections. */
  async stop(): Promise<void> {
    if (this.child === null) return;
    const ended = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await ended;
    this.child = null;
  }

  async resume(): Promise<void> {
    const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
    const child = spawn(PROGRAM, [...asUser, this.file], { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    this.child = child;
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${this.printed}`);
      return listens(this.port);
    }, Boolean);
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true });
  }

  private get file(): string {
    return join(this.folder, 'pgbouncer.ini');
  }

  /** It logs in to the server with the password of the file, and trusts its clients, which are those of the test. */
  private async configure(settings: readonly string[]): Promise<void> {
    const { hostname, port, username, password } = this.server;
    const users = join(this.folder, 'users');
    const lines = [
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      ...settings,
    ];
    await writeFile(this.file, `${lines.join('\n')}\n`);
    await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
    if (process.getuid?.() !== 0) return;
    const user = Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout);
    for (const path of [this.folder, this.file, users]) await chown(path, user, 0);
    await chmod(this.folder, 0o700);
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
