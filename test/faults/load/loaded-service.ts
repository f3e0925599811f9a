import { buildService, startService, type ServiceProcess } from '../../support/service-process';
import type { Fleet } from './fleet';
import type { Home } from './home';

/** A service in a process of its own, and the clients that put it under load. */
export class LoadedService {
  private ended = false;

  private constructor(
    readonly home: Home,
    readonly fleet: Fleet,
    private readonly variables: NodeJS.ProcessEnv,
    private running: ServiceProcess | null = null,
  ) {}

  /** With the agents of the clients; `variables` go into the environment of the process. */
  static async start(home: Home, fleet: Fleet, variables: NodeJS.ProcessEnv = {}): Promise<LoadedService> {
    const loaded = new LoadedService(home, fleet, variables);
    try {
      buildService();
      await loaded.restart();
      await fleet.prepare();
    } catch (error) {
      await loaded.remove();
      throw error;
    }
    return loaded;
  }

  /** After the process before has ended. */
  async restart(): Promise<void> {
    const process = await startService(this.home.env, this.variables);
    this.running = process;
    this.ended = false;
    void process.ended.then(() => (this.ended = this.running === process));
    this.fleet.traffic.url = process.url;
  }

  get process(): ServiceProcess {
    if (this.running === null) throw new Error('It was never started');
    return this.running;
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  async statusOf(probe: 'live' | 'ready'): Promise<number> {
    return (await fetch(`${this.process.url}/${probe}`)).status;
  }

  async remove(): Promise<void> {
    await this.running?.kill();
    await this.home.remove();
  }
}
