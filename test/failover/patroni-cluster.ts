import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { freePort } from '../support/free-port';

/** The settings that docs/DEPLOYMENT.md names. Patroni takes no `ttl` below 20. */
const SETTINGS = {
  ttl: 20,
  loop_wait: 1,
  retry_timeout: 3,
  primary_start_timeout: 0,
  synchronous_mode: true,
  maximum_lag_on_failover: 1_048_576,
};

const START_LIMIT_MS = 90_000;

export interface Programs {
  python: string;
  etcd: string;
  /** Folder of PostgreSQL's programs. */
  postgres: string;
  /** Who runs PostgreSQL; null: this user. */
  user: { uid: number; gid: number } | null;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

/** A server and the Patroni that looks after it. */
export class Node {
  private process: ChildProcess | null = null;

  constructor(
    readonly name: string,
    readonly port: number,
    readonly restPort: number,
    private readonly folder: string,
    private readonly programs: Programs,
  ) {}

  get rest(): string {
    return `http://127.0.0.1:${this.restPort}`;
  }

  get log(): string {
    return join(this.folder, 'patroni.log');
  }

  async prepare(config: object): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(join(this.folder, 'patroni.json'), JSON.stringify(config));
    await chmod(this.folder, 0o700);
    const { user } = this.programs;
    if (user === null) return;
    await chown(this.folder, user.uid, user.gid);
    await chown(join(this.folder, 'patroni.json'), user.uid, user.gid);
  }

  start(): void {
    const command = [this.programs.python, '-m', 'patroni', join(this.folder, 'patroni.json')];
    // PostgreSQL refuses to run as root. Python and its packages may be where only root may read.
    const as = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
    const rights = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
    const [program = '', ...args] =
      this.programs.user === null ? command : ['setpriv', ...as, ...rights, '--', ...command];
    const output = ['-c', `exec "$@" >>"${this.log}" 2>&1`, 'sh', program, ...args];
    this.process = spawn('sh', output, { cwd: '/', stdio: 'ignore' });
  }

  /** Ends the server at once; Patroni goes on. */
  async killServer(): Promise<void> {
    const pid = await this.serverPid();
    if (pid > 1) process.kill(pid, 'SIGKILL');
  }

  /** All its processes stand still: connections stay, and nothing answers, as when a machine vanishes from the network. */
  async freeze(): Promise<void> {
    await this.signalAll('SIGSTOP');
  }

  /** It goes on as if nothing had happened, and does not know what happened meanwhile. */
  async thaw(): Promise<void> {
    await this.signalAll('SIGCONT');
  }

  /** Ends both at once, as a machine does that loses its power. */
  async kill(): Promise<void> {
    const { process } = this;
    if (process !== null && process.exitCode === null && process.signalCode === null) {
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
    await this.killServer().catch(() => undefined);
  }

  private async signalAll(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const roots = [this.process?.pid ?? 0, await this.serverPid()].filter((pid) => pid > 1);
    for (const pid of withDescendants(roots)) process.kill(pid, signal);
  }

  /** Not a number, or 0, while there is no server. */
  private async serverPid(): Promise<number> {
    const file = await readFile(join(this.folder, 'data/postmaster.pid'), 'utf8').catch(() => '');
    return Number(file.split('\n')[0]);
  }
}

function withDescendants(roots: readonly number[]): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const found = [...roots];
  for (const parent of found) {
    for (const [pid = 0, ppid] of pairs) if (ppid === parent && !found.includes(pid)) found.push(pid);
  }
  return found;
}

/** Two nodes with Patroni, and etcd between them, on this machine. */
export class PatroniCluster {
  private constructor(
    private readonly folder: string,
    private readonly password: string,
    private readonly etcd: ChildProcess,
    readonly nodes: readonly [Node, Node],
  ) {}

  static async start(programs: Programs): Promise<PatroniCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'failover-'));
    await chmod(folder, 0o755);
    const password = randomBytes(16).toString('hex');
    const [clientPort, peerPort] = [await freePort(), await freePort()];
    const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
    const names = ['--name', 'one', '--data-dir', join(folder, 'etcd'), '--initial-cluster', `one=${peer}`];
    const clients = ['--listen-client-urls', client, '--advertise-client-urls', client];
    const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer];
    const etcd = spawn(programs.etcd, [...names, ...clients, ...peers], { stdio: 'ignore' });
    const made = async (name: string) => {
      const node = new Node(name, await freePort(), await freePort(), join(folder, name), programs);
      await node.prepare(configOf(node, join(folder, name), { password, clientPort, programs }));
      return node;
    };
    const cluster = new PatroniCluster(folder, password, etcd, [await made('first'), await made('second')]);
    for (const node of cluster.nodes) node.start();
    await cluster.whole().catch(async (error: unknown) => {
      await cluster.remove();
      throw error;
    });
    return cluster;
  }

  urlOf(node: Node): string {
    return `postgresql://postgres:${this.password}@127.0.0.1:${node.port}/postgres`;
  }

  /** With both servers, for the service to choose. */
  get url(): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgresql://postgres:${this.password}@${hosts}/postgres?target_session_attrs=read-write`;
  }

  /** Null while there is none. */
  async primary(): Promise<Node | null> {
    for (const node of this.nodes) {
      const response = await fetch(`${node.rest}/primary`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => null,
      );
      await response?.body?.cancel();
      if (response?.status === 200) return node;
    }
    return null;
  }

  async standby(): Promise<Node> {
    const primary = await this.primary();
    const standby = this.nodes.find((node) => node !== primary);
    if (primary === null || standby === undefined) throw new Error('The cluster has no primary');
    return standby;
  }

  /** Resolves when there is a primary, and a standby that confirms its commits. */
  async whole(): Promise<void> {
    const roles = async () => (await this.members()).map(({ role, state }) => `${role} ${state}`).sort();
    const isWhole = (found: string[]) => found.join(', ') === 'leader running, sync_standby streaming';
    await eventually(roles, isWhole, START_LIMIT_MS).catch(async (error: unknown) => {
      const logs = await Promise.all(this.nodes.map(({ log }) => readFile(log, 'utf8').catch(() => '')));
      throw new Error(logs.map((log) => log.slice(-2_000)).join('\n'), { cause: error });
    });
  }

  async switchOver(): Promise<void> {
    const [primary, standby] = [await this.primary(), await this.standby()];
    if (primary === null) throw new Error('The cluster has no primary');
    const body = JSON.stringify({ leader: primary.name, candidate: standby.name });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${primary.rest}/switchover`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`);
  }

  async remove(): Promise<void> {
    for (const node of this.nodes) {
      await node.thaw().catch(() => undefined);
      await node.kill();
    }
    this.etcd.kill('SIGKILL');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  private async members(): Promise<Member[]> {
    for (const node of this.nodes) {
      const response = await fetch(`${node.rest}/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => null,
      );
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  }
}

function configOf(
  { name, port, restPort }: Node,
  folder: string,
  given: { password: string; clientPort: number; programs: Programs },
): object {
  const account = (username: string) => ({ username, password: given.password });
  const place = `127.0.0.1:${port}`;
  return {
    scope: 'memory',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${given.clientPort}` },
    bootstrap: {
      dcs: { ...SETTINGS, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: place,
      connect_address: place,
      data_dir: join(folder, 'data'),
      pgpass: join(folder, 'pgpass'),
      bin_dir: given.programs.postgres,
      authentication: { superuser: account('postgres'), replication: account('replicator') },
      parameters: { unix_socket_directories: folder },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
  };
}
