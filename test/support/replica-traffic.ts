import { recallFaults, type Question, type Recalled } from './replica-check';
import { ModelMemory, type Change, type ChangeRequest } from './replica-model';
import type { Answer, Target } from './replica-pool';
import type { SeededRandom } from './seeded-random';

/** Words that are their own stems. */
export const WORDS = ['kilo', 'lima', 'zulu', 'tango', 'gamma', 'delta'] as const;
export const STATUSES = ['active', 'expired', 'all'] as const;

/** Below the greatest limit of a recall, with room for neighbours that are no memories of the model. */
export const MOST_MEMORIES = 90;
const MOST_IN_BATCH = 5;
/** More writes at once on one memory make too many possible histories. */
const MOST_PENDING = 3;

const CHANGES = ['edit', 'edit', 'edit', 'expire', 'expire', 'restore', 'restore', 'delete'] as const;

/** Random writes and recalls of one agent, held against a model of its memories. */
export class AgentTraffic {
  readonly memories = new Map<string, ModelMemory>();
  acknowledged = 0;
  unknown = 0;
  recalls = 0;
  private made = 0;
  private now = 0;

  constructor(
    private readonly target: Target,
    private readonly random: SeededRandom,
    private readonly agentId: string,
    /** Of the session that the traffic is in from now on. */
    public token: string,
  ) {}

  /** Stores, in a batch or alone, or changes a memory. */
  async write(): Promise<void> {
    const living = [...this.memories.values()].filter((memory) => memory.mayExist).length;
    const known = [...this.memories.values()].filter((each) => each.id !== null && each.mayExist);
    const open = known.filter((each) => each.pendingWrites < MOST_PENDING);
    const isFull = living + MOST_IN_BATCH > MOST_MEMORIES;
    if (open.length > 0 && (isFull || this.random.next() < 0.7)) {
      const kind = isFull && this.random.next() < 0.5 ? 'delete' : this.random.pick(CHANGES);
      await this.change(this.random.pick(open), kind);
    } else if (!isFull) await this.store(1 + this.random.below(MOST_IN_BATCH));
  }

  /** Every other write is followed at once by a recall, which a reading that began too early would betray. */
  async writeAndLook(): Promise<void> {
    await this.write();
    if (this.random.next() < 0.5) await this.recall();
  }

  /** Asks for one or two words, and throws when the answer is not one that the model allows. */
  async recall(): Promise<void> {
    const words = this.random.sample(WORDS, 1 + this.random.below(2));
    await this.ask({ words, status: this.random.pick(STATUSES) });
  }

  async ask(question: Question): Promise<void> {
    const since = this.now++;
    const query = { query: question.words.join(' '), status: question.status, limit: 100, explain: true };
    const answer = await this.send('POST', 'recall', query);
    if (answer === null) return;
    this.recalls++;
    const { memories } = bodyOf<{ memories: Recalled[] }>(answer);
    const faults = recallFaults(this.memories.values(), question, memories, since);
    if (faults.length > 0) throw new Error(`${this.agentId}: ${faults.join('\n')}`);
  }

  /** Every word in every state. */
  async askAll(): Promise<void> {
    for (const word of WORDS) {
      for (const status of STATUSES) await this.ask({ words: [word], status });
    }
  }

  private async store(count: number): Promise<void> {
    const added = Array.from({ length: count }, () => {
      const memory = new ModelMemory(`${this.agentId}x${this.made}`);
      return { memory, write: { change: { kind: 'store', content: this.contentOf(memory) } as const } };
    });
    for (const { memory, write } of added) {
      this.memories.set(memory.key, memory);
      memory.begin(write, this.now++);
    }
    const contents = added.map(({ write }) => ({ content: write.change.content }));
    const isBatch = count > 1;
    const body = isBatch ? { memories: contents } : contents[0];
    const answer = await this.send('POST', isBatch ? 'batch-remember' : 'remember', body);
    if (answer === null) return;
    const stored = bodyOf<{ memory_id?: string; results?: { id: string }[] }>(answer);
    for (const [i, { memory, write }] of added.entries()) {
      memory.id = stored.results?.[i]?.id ?? stored.memory_id ?? null;
      this.acknowledge(memory, write, answer.status);
    }
  }

  private async change(memory: ModelMemory, kind: (typeof CHANGES)[number]): Promise<void> {
    const change: Change = kind === 'edit' ? { kind, content: this.contentOf(memory) } : { kind };
    const write = { change };
    memory.begin(write, this.now++);
    const path = `memories/${memory.id}`;
    const answer = await this.sendChange(path, change);
    if (answer !== null) this.acknowledge(memory, write, answer.status);
  }

  private sendChange(path: string, change: Change): Promise<Answer | null> {
    if (change.kind === 'edit') return this.send('PATCH', path, { content: change.content });
    if (change.kind === 'delete') return this.send('DELETE', path);
    return this.send('POST', `${path}/${change.kind}`);
  }

  private acknowledge(memory: ModelMemory, write: ChangeRequest, status: number): void {
    memory.acknowledge(write, status, this.now++);
    this.acknowledged++;
  }

  private async send(method: string, path: string, body?: object): Promise<Answer | null> {
    const answer = await this.target.request(method, `/${this.agentId}/${path}`, this.token, body);
    if (answer === null) this.unknown++;
    return answer;
  }

  /** No two contents are the same, so that a content tells which write it is of. */
  private contentOf(memory: ModelMemory): string {
    const words = this.random.sample(WORDS, 1 + this.random.below(3));
    return [memory.key, ...words, `n${this.made++}`].join(' ');
  }
}

function bodyOf<T>(answer: Answer): T {
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}
