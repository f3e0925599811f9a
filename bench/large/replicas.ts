import type { Cleanup } from '../support/cleanup';
import { residentMegabytes } from '../support/resident-memory';
import { startService, type ServiceProcess } from '../support/service-process';
import { Nginx } from './nginx';

const COUNT = 3;

export interface Searches {
  warm: number;
  cold: number;
}

/** The share of the searches between two readings that met an index in memory; of replicas that ran at the second. */
export function warmShare(
  before: ReadonlyMap<string, Searches>,
  after: ReadonlyMap<string, Searches>,
): number {
  let [warm, all] = [0, 0];
  for (const [url, now] of after) {
    const then = before.get(url) ?? { warm: 0, cold: 0 };
    warm += now.warm - then.warm;
    all += now.warm + now.cold - then.warm - then.cold;
  }
  return all === 0 ? 0 : warm / all;
}

/** Replicas of the service on one database, behind nginx. */
export class Replicas {
  private constructor(
    private readonly startOne: () => Promise<ServiceProcess>,
    private readonly startNginx: (urls: readonly string[]) => Promise<Nginx>,
    private services: ServiceProcess[],
    private nginx: Nginx,
  ) {}

  static async start(databaseUrl: string, indexMemoryMb: number, cleanup: Cleanup): Promise<Replicas> {
    const startOne = () => startService({ databaseUrl, indexMemoryMb, logsToFile: true }, cleanup);
    const services: ServiceProcess[] = [];
    for (let number = 0; number < COUNT; number++) services.push(await startOne());
    const startNginx = (urls: readonly string[]) => Nginx.start(urls, cleanup);
    const nginx = await startNginx(services.map(({ url }) => url));
    return new Replicas(startOne, startNginx, services, nginx);
  }

  /** Of nginx. */
  get url(): string {
    return this.nginx.url;
  }

  /** Of one replica. */
  get first(): ServiceProcess {
    const [first] = this.services;
    if (first === undefined) throw new Error('No replica is left');
    return first;
  }

  /** Resident memory of each, MB. */
  get memory(): number[] {
    return this.services.map(({ child }) => residentMegabytes(child.pid));
  }

  /** Kills the last one. nginx finds out by itself. */
  async killOne(): Promise<void> {
    await this.services.pop()?.child.kill();
  }

  /** Starts one more, then nginx sends requests to those that run. */
  async add(): Promise<void> {
    this.services.push(await this.startOne());
    await this.nginx.use(this.services.map(({ url }) => url));
  }

  /** Ends all, starts as many at the same time behind another nginx; resolves with the seconds until all are ready. */
  async restart(): Promise<number> {
    await Promise.all(this.services.map(({ child }) => child.stop()));
    const begun = performance.now();
    this.services = await Promise.all(this.services.map(() => this.startOne()));
    const seconds = (performance.now() - begun) / 1_000;
    // One that reads its configuration again asks the former services for a moment.
    this.nginx = await this.startNginx(this.services.map(({ url }) => url));
    return seconds;
  }

  /** Recalls since each replica started, by its URL, whose index was in memory or not. */
  async searches(): Promise<Map<string, Searches>> {
    const warm = await this.metric('recall_index_searches_total{index="warm"}');
    const cold = await this.metric('recall_index_searches_total{index="cold"}');
    return new Map(this.services.map(({ url }, at) => [url, { warm: warm[at] ?? 0, cold: cold[at] ?? 0 }]));
  }

  /** A metric of each replica, with its labels; 0 where there is none. */
  metric(name: string): Promise<number[]> {
    return Promise.all(
      this.services.map(async ({ url, key }) => {
        const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${key}` } });
        const text = await response.text();
        const lines = text.split('\n').filter((line) => line.startsWith(`${name} `));
        return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
      }),
    );
  }
}
