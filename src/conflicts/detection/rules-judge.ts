import { TimeSlices } from '../../retrieval/time-slices';
import { ConflictJudge, type Judgement } from './conflict-judge';
import { judgeByRules } from './judge-by-rules';
import { statementsOf } from './read-statement';
import type { Statement } from './statement';
import type { JudgedMemory, MemoryPair, Verdict } from './verdict';

/** How long rules may hold the event loop. */
const SLICE_MS = 10;

/** Judges by the built-in rules, which need no model. */
export class RulesJudge extends ConflictJudge {
  async judgePairs(pairs: readonly MemoryPair[], signal: AbortSignal): Promise<Judgement> {
    signal.throwIfAborted();
    const verdicts: (Verdict | null)[] = [];
    const read = remembering(statementsOf);
    await new TimeSlices(SLICE_MS, () => performance.now()).forEach(pairs, ({ older, newer }) => {
      signal.throwIfAborted();
      verdicts.push(judgeByRules(older, newer, read));
    });
    return { verdicts, generatedBy: 'rules' };
  }
}

/** A memory stands in several pairs, and reading it takes longer than comparing it. */
function remembering(read: (memory: JudgedMemory) => Statement[]): (memory: JudgedMemory) => Statement[] {
  const known = new WeakMap<JudgedMemory, Statement[]>();
  return (memory) => {
    const statements = known.get(memory) ?? read(memory);
    known.set(memory, statements);
    return statements;
  };
}
