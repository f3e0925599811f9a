import type { Env } from '../../src/config/env';
import { ReplicaProxy } from './replica-proxy';
import { startService, type ServiceProcess } from './service-process';

/** Processes of the compiled service on one database, and a proxy before them that gives each request to the next. */
export class ReplicaProcesses {
  private constructor(
    private readonly startOne: () => Promise<ServiceProcess>,
    private services: ServiceProcess[],
    private readonly proxy: ReplicaProxy,
  ) {}

  /** `variables` are set beside those of `env`, or where undefined not at all. */
  static async start(env: Env, count: number, variables?: NodeJS.ProcessEnv): Promise<ReplicaProcesses> {
    const startOne = () => startService(env, variables);
    const ends = await Promise.allSettled(Array.from({ length: count }, startOne));
    const services = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) {
      await Promise.all(services.map((each) => each.kill()));
      throw failed.reason;
    }
    return new ReplicaProcesses(startOne, services, await ReplicaProxy.start(services.map(({ url }) => url)));
  }

  /** Of the proxy. */
  get url(): string {
    return this.proxy.url;
  }

  /** Of each process that runs. */
  get urls(): string[] {
    return this.services.map(({ url }) => url);
  }

  /** Requests that the proxy has given to each process that ever got one. */
  get given(): number[] {
    return [...this.proxy.given.values()];
  }

  /** Kills the first in the middle of what it does. The proxy notices when it is gone. */
  async killOne(): Promise<void> {
    const [victim, ...others] = this.services;
    if (!victim) throw new Error('No process is left');
    await victim.kill();
    this.services = others;
    this.proxy.remove(victim.url);
  }

  /** Starts one more; where it listens. */
  async add(): Promise<string> {
    const service = await this.startOne();
    this.services.push(service);
    this.proxy.add(service.url);
    return service.url;
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await Promise.all(this.services.map((each) => each.kill()));
  }
}
