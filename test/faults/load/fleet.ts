import { setTimeout as pause } from 'node:timers/promises';
import { LoadAgent, type Memories } from './load-agent';
import { between, oneOf, type Random } from './random';
import { Resolver } from './resolver';
import { SessionUser } from './session-user';
import { Sweeper } from './sweeper';
import { Traffic } from './traffic';
import { Uploader } from './uploader';
import { idsOf, Writer, type KnownClock } from './writer';

const AGENTS_OF_WRITERS = 2;
const WRITERS_AN_AGENT = 3;
/** Memories that are looked for by recall after a fault. */
const SOUGHT = 8;
/** Of what takes long, a run; the rest goes on until it is stopped. */
const MOST_UPLOADS = 4;
const MOST_CONFLICTS = 2;
const MOST_SWEEPS = 12;
/** For answers, on a slow machine too. */
const PATIENCE_MS = 60_000;
const STEP_MS = 10;

interface Team {
  agent: LoadAgent;
  writers: Writer[];
  sweeper: Sweeper;
}

/** Clients of a service of all kinds, which write at the same time, and know together what must be there. */
export class Fleet {
  readonly traffic = new Traffic();
  readonly sessions: SessionUser;
  readonly resolver: Resolver;
  readonly uploader: Uploader;
  private readonly teams: Team[];
  private readonly singles: { torn: LoadAgent; reader: LoadAgent; visitor: LoadAgent };

  constructor(
    private readonly random: Random,
    /** Null where it jumps: then no stamp can be foretold. */
    clock: KnownClock | null,
  ) {
    const agentOf = (id: string) => new LoadAgent(id, this.traffic);
    this.teams = Array.from({ length: AGENTS_OF_WRITERS }, (_, team) => {
      const agent = agentOf(`team-${team}`);
      const names = Array.from({ length: WRITERS_AN_AGENT }, (__, i) => `w${team}c${i}`);
      const writers = names.map(
        (name) => new Writer(agent, name, random, clock ?? (() => [0, Number.POSITIVE_INFINITY])),
      );
      return { agent, writers, sweeper: new Sweeper(agent) };
    });
    this.singles = { torn: agentOf('torn'), reader: agentOf('reader'), visitor: agentOf('visitor') };
    this.resolver = new Resolver(this.singles.torn, random);
    this.uploader = new Uploader(this.singles.reader);
    this.sessions = new SessionUser(this.singles.visitor, clock !== null);
  }

  /** Makes the agents. */
  async prepare(): Promise<void> {
    for (const agent of this.agents) await agent.create();
    await this.activate();
    for (const { sweeper } of this.teams) await sweeper.prepare();
  }

  async activate(): Promise<void> {
    for (const agent of this.agents) await agent.activate();
  }

  /** Has all clients work until it is time to stop; those whose work takes long stop sooner. */
  async work(mustStop: () => boolean): Promise<void> {
    const { resolver, uploader, sessions } = this;
    const until = async (client: { step(): Promise<void> }, most = Number.POSITIVE_INFINITY) => {
      for (let steps = 0; steps < most && !mustStop(); steps++) await client.step();
    };
    await Promise.all([
      ...this.teams.flatMap(({ writers }) => writers.map((writer) => until(writer))),
      ...this.teams.map(({ sweeper }) => until(sweeper, MOST_SWEEPS)),
      until(resolver, MOST_CONFLICTS),
      until(uploader, MOST_UPLOADS),
      until(sessions),
    ]);
  }

  /** Waits until so many more answers of this status came. */
  async answered(status: number, more: number): Promise<void> {
    const enough = this.traffic.count(status) + more;
    const deadline = performance.now() + PATIENCE_MS;
    while (this.traffic.count(status) < enough) {
      if (performance.now() > deadline)
        throw new Error(`Too few answers ${status}: ${JSON.stringify([...this.traffic.counts])}`);
      await pause(STEP_MS);
    }
  }

  /** Has all clients work while something else is done, and waits until they have stopped. */
  async workDuring(other: () => Promise<void>): Promise<void> {
    let isOver = false;
    const working = this.work(() => isOver);
    try {
      await other();
    } finally {
      isOver = true;
      await working;
    }
  }

  /**
   * What is wrong, after a fault, with what was written before it: something acknowledged is not there, something is
   * there half, twice, or without anybody having asked for it.
   */
  async flaws(): Promise<string[]> {
    await this.activate();
    const { torn, reader, visitor } = this.singles;
    const flaws = (await Promise.all(this.teams.map((team) => this.teamFlaws(team)))).flat();
    flaws.push(...(await this.uploader.flaws()), ...(await this.uploader.repeat()));
    flaws.push(...(await this.resolver.flaws(await torn.memories())));
    flaws.push(...(await this.sessions.flaws(await visitor.memories())));
    for (const agent of [torn, visitor]) flaws.push(...(await agent.miscounts(await agent.memories())));
    await reader.memories();
    return flaws;
  }

  /** Once no file is being read any more. */
  async fileFlaws(): Promise<string[]> {
    const memories = await this.singles.reader.memories();
    return [
      ...(await this.uploader.chunkFlaws(memories)),
      ...(await this.singles.reader.miscounts(memories)),
    ];
  }

  /** Memories that were acknowledged, of all writers. */
  get kept(): number {
    return this.writers.reduce((sum, { kept }) => sum + kept.size, 0);
  }

  get swept(): number {
    return this.teams.reduce((sum, { sweeper }) => sum + sweeper.swept.size, 0);
  }

  private get writers(): Writer[] {
    return this.teams.flatMap(({ writers }) => writers);
  }

  private get agents(): LoadAgent[] {
    const { torn, reader, visitor } = this.singles;
    return [...this.teams.map(({ agent }) => agent), torn, reader, visitor];
  }

  private async teamFlaws({ agent, writers, sweeper }: Team): Promise<string[]> {
    const before = await agent.memories();
    const flaws = writers.flatMap((writer) => writer.flaws(before));
    flaws.push(...sweeper.flaws(before));
    for (const writer of writers) flaws.push(...(await writer.repeat()));
    const after = await agent.memories();
    flaws.push(...this.strangers(writers, after), ...(await agent.miscounts(after)));
    flaws.push(...(await this.unfound(agent, after)));
    for (const writer of writers) writer.forgetAttempts();
    return flaws;
  }

  private strangers(writers: Writer[], memories: Memories): string[] {
    const unknown = [...memories.keys()].filter((id) => !writers.some(({ kept }) => kept.has(id)));
    const twice = [...idsOf(memories).values()].filter((ids) => ids.length > 1);
    return [
      ...unknown.map((id) => `${id} is there, and nobody stored it`),
      ...twice.map((ids) => `${ids.join()} are the same`),
    ];
  }

  /** Of some active memories, those that recall does not find by the word that is theirs alone. */
  private async unfound(agent: LoadAgent, memories: Memories): Promise<string[]> {
    const active = [...memories.values()].filter(({ status }) => status === 'active');
    const flaws: string[] = [];
    for (let i = 0; i < Math.min(SOUGHT, active.length); i++) {
      const { id, content } = oneOf(this.random, active);
      const body = { query: content.split(' ')[0], limit: between(this.random, 1, 4) };
      const { memories: found } = await agent.need<{ memories: { id: string }[] }>('POST', 'recall', {
        body,
      });
      if (!found.some((each) => each.id === id)) flaws.push(`${id} is not found by ${body.query}`);
    }
    return flaws;
  }
}
