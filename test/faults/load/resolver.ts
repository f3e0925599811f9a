import type { LoadAgent, Memories, Shown } from './load-agent';
import { oneOf, type Random } from './random';

type Action =
  | 'supersede'
  | 'keep_old'
  | 'keep_new'
  | 'keep_both'
  | 'remove_both'
  | 'expire_old'
  | 'expire_new'
  | 'expire_both'
  | 'manual';
type State = 'active' | 'expired' | 'gone';

interface Pair {
  old: string;
  new: string;
  /** Known once it is in the report. */
  index: number | null;
  action: Action | null;
  isAcknowledged: boolean;
  manual: string;
}

interface Row {
  index: number;
  old_memory_id: string;
  new_memory_id: string;
}

/** What becomes of the older and of the newer memory. */
const EFFECTS: Record<Action, readonly [State, State]> = {
  supersede: ['active', 'active'],
  keep_old: ['active', 'gone'],
  keep_new: ['gone', 'active'],
  keep_both: ['active', 'active'],
  remove_both: ['gone', 'gone'],
  expire_old: ['expired', 'active'],
  expire_new: ['active', 'expired'],
  expire_both: ['expired', 'expired'],
  manual: ['gone', 'gone'],
};
const ACTIONS = Object.keys(EFFECTS) as Action[];

/** Stores contradictions, has them found, and settles them: each is several writes that belong together. */
export class Resolver {
  resolved = 0;
  private readonly pairs: Pair[] = [];
  private made = 0;

  constructor(
    private readonly agent: LoadAgent,
    private readonly random: Random,
  ) {}

  async step(): Promise<void> {
    const project = `Project${this.made++}`;
    const [older, newer] = [await this.remember(project, 8080), await this.remember(project, 3000)];
    if (older === null || newer === null) return;
    const manual = `The API server of ${project} listens on no port.`;
    const pair: Pair = { old: older, new: newer, index: null, action: null, isAcknowledged: false, manual };
    this.pairs.push(pair);
    if ((await this.agent.send('POST', 'conflicts/generate', { body: {} })) === null) return;
    const row = (await this.openRows()).find((each) => isOf(pair, each));
    if (row === undefined) return;
    // Their stamps show which one is older: a clock may have jumped between them.
    Object.assign(pair, { old: row.old_memory_id, new: row.new_memory_id, index: row.index });
    await this.resolve(pair, row.index);
  }

  /** Rows that are settled have had all their effects, the others none. */
  async flaws(memories: Memories): Promise<string[]> {
    const open = await this.openRows();
    const twice = open.filter((row) => open.some((each) => each.index !== row.index && isSame(each, row)));
    const flaws = this.pairs.flatMap((pair) => {
      const isOpen = open.some((row) => isOf(pair, row));
      return pairFlaw(pair, isOpen, memories) ?? [];
    });
    return [...twice.map(({ index }) => `row ${index} is there twice`), ...flaws];
  }

  private async remember(project: string, port: number): Promise<string | null> {
    const content = `The API server of ${project} listens on port ${port}.`;
    const answer = await this.agent.send<{ memory_id: string }>('POST', 'remember', { body: { content } });
    return answer?.body.memory_id ?? null;
  }

  private async openRows(): Promise<Row[]> {
    return (await this.agent.send<{ conflicts: Row[] }>('GET', 'conflicts'))?.body.conflicts ?? [];
  }

  private async resolve(pair: Pair, index: number): Promise<void> {
    pair.action = oneOf(this.random, ACTIONS);
    const manual = pair.action === 'manual' ? { manual_content: pair.manual } : {};
    const body = { conflict_index: index, action: pair.action, ...manual };
    pair.isAcknowledged = (await this.agent.send('POST', 'conflicts/resolve', { body })) !== null;
    if (pair.isAcknowledged) this.resolved++;
  }
}

function pairFlaw(pair: Pair, isOpen: boolean, memories: Memories): string | null {
  const { action, isAcknowledged, index } = pair;
  const states = [stateOf(memories.get(pair.old)), stateOf(memories.get(pair.new))];
  const replacements = [...memories.values()].filter(({ content }) => content === pair.manual).length;
  const isSettled = action !== null && index !== null && !isOpen;
  if (isAcknowledged && !isSettled) return `row ${index} was settled, and is open`;
  const wanted = isSettled ? EFFECTS[action] : ['active', 'active'];
  const wantedReplacements = isSettled && action === 'manual' ? 1 : 0;
  if (states.join() === wanted.join() && replacements === wantedReplacements) return null;
  return `row ${index}, ${action}, open: ${isOpen}, has ${states.join()} and ${replacements} replacements`;
}

function stateOf(memory: Shown | undefined): State {
  if (memory === undefined) return 'gone';
  return memory.status === 'expired' && memory.expired_by !== 'conflict-resolution' ? 'gone' : memory.status;
}

function isOf(pair: Pair, row: Row): boolean {
  return isSame(row, { old_memory_id: pair.old, new_memory_id: pair.new });
}

function isSame(one: Omit<Row, 'index'>, other: Omit<Row, 'index'>): boolean {
  const ids = [other.old_memory_id, other.new_memory_id];
  return ids.includes(one.old_memory_id) && ids.includes(one.new_memory_id);
}
