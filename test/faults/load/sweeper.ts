import type { LoadAgent, Memories } from './load-agent';
import { SCRATCH } from './writer';

interface Applied {
  expired: number;
  memories: { id: string }[];
  evaluated_at: string;
}

/** The shortest there is. */
const LIFETIME_MS = 60_000;
const POLICY = { rules: [{ name: SCRATCH, match: { tags: [SCRATCH] }, expire_after: '1m' }] };

/** Sweeps an agent again and again, and knows what was expired. */
export class Sweeper {
  /** When each was said to be expired. */
  readonly swept = new Map<string, string>();

  constructor(private readonly agent: LoadAgent) {}

  async prepare(): Promise<void> {
    await this.agent.need('PUT', 'policy', { body: POLICY });
  }

  async step(): Promise<void> {
    const answer = await this.agent.send<Applied>('POST', 'policy/apply', { body: { dry_run: false } });
    for (const { id } of answer?.body.memories ?? []) {
      if (this.swept.has(id)) this.agent.traffic.unexpected.push(`${id} was swept twice`);
      this.swept.set(id, answer?.body.evaluated_at ?? '');
    }
  }

  flaws(memories: Memories): string[] {
    const lost = [...this.swept].filter(([id, at]) => memories.get(id)?.expired_at !== at);
    const early = [...memories.values()].filter(
      ({ expired_by: by, expired_at: at, updated_at: updated }) =>
        by === SCRATCH && Date.parse(at ?? '') - Date.parse(updated) < LIFETIME_MS,
    );
    return [
      ...lost.map(([id, at]) => `${id} was swept at ${at}, but is ${JSON.stringify(memories.get(id))}`),
      ...early.map(({ id }) => `${id} was swept before its time`),
    ];
  }
}
