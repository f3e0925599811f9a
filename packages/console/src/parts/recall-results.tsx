import type { ComponentChildren } from 'preact';
import { counted } from '../data/attention.ts';
import type { RecalledMemory, RecallResponse } from '../data/client.ts';
import { memoryPath } from '../data/memory-types.ts';
import { MemoryItem } from './memory-item.tsx';
import { OtherAgent } from './other-agent.tsx';
import { Empty } from './problem.tsx';
import { ScoreBars } from './score-bars.tsx';
import { SelectableMemories } from './selectable-memories.tsx';

const VERDICTS = {
  found: 'Bears on the question:',
  weak: 'May bear on the question, which is not certain:',
  nothing: 'Nothing in memory bears on the question.',
};

interface RecallResultsProps {
  agentId: string;
  found: RecallResponse;
  /** Shows what was left out too. */
  showAll: () => void;
  /** Recalls again. */
  refresh: () => Promise<unknown>;
}

export function RecallResults({ agentId, found, showAll, refresh }: RecallResultsProps) {
  const { memories, count, retrieval, verdict, leftOut = 0 } = found;
  const rest = leftOut > 0 && (
    <p>
      <button type="button" onClick={showAll}>
        Show {counted(leftOut, 'memory', 'memories')} left out
      </button>
    </p>
  );
  if (verdict === 'nothing' && leftOut > 0)
    return (
      <Empty title={VERDICTS.nothing}>
        {counted(leftOut, 'memory', 'memories')} came nearest, but {leftOut === 1 ? 'does' : 'do'} not bear on
        it.
        {rest}
      </Empty>
    );
  if (count === 0)
    return (
      <Empty title="Nothing was found">
        Ask in other words, clear the filters, or <a href={`/app/agents/${agentId}`}>look at all memories</a>.
      </Empty>
    );
  return (
    <>
      <p class="quiet" role="status">
        {verdict && <strong>{VERDICTS[verdict]} </strong>}
        {counted(count, 'memory', 'memories')}, best first
        {retrieval === 'lexical' &&
          '. Only words were compared: there is no embedding model, or it did not answer.'}
      </p>
      <Changeable agentId={agentId} memories={memories} refresh={refresh}>
        <ol role="list" class="sheet" aria-label="Results">
          {memories.map((memory) => (
            <Result key={memory.id} agentId={agentId} memory={memory} />
          ))}
        </ol>
      </Changeable>
      {rest}
    </>
  );
}

interface ChangeableProps extends Pick<RecallResultsProps, 'agentId' | 'refresh'> {
  memories: readonly RecalledMemory[];
  children: ComponentChildren;
}

/** What another agent has is changed on its own pages. */
export function Changeable({ agentId, memories, refresh, children }: ChangeableProps) {
  if (memories.some((memory) => memory.agentId !== agentId)) return children;
  const ids = memories.map(({ id }) => id).join();
  return (
    <SelectableMemories
      agentId={agentId}
      memories={memories}
      total={memories.length}
      readPage={() => Promise.resolve({ memories })}
      filter={ids}
      refresh={refresh}
    >
      {children}
    </SelectableMemories>
  );
}

function Result({ agentId, memory }: { agentId: string; memory: RecalledMemory }) {
  return (
    <MemoryItem
      agentId={memory.agentId}
      memory={memory}
      stems={memory.explain?.matchedTerms ?? []}
      note={<Note agentId={agentId} memory={memory} />}
    >
      {memory.bears && (
        <p class="quiet">
          {memory.bears.certainty === 'high' ? 'Bears on it' : 'May bear on it'}: {memory.bears.reason}
        </p>
      )}
      {memory.explain && <ScoreBars score={memory.score ?? 0} explain={memory.explain} />}
    </MemoryItem>
  );
}

/** Whose it is, and whether another memory says otherwise: its page says which one, and decides. */
function Note({ agentId, memory }: { agentId: string; memory: RecalledMemory }) {
  const count = memory.conflictsWith.length;
  return (
    <>
      {memory.agentId !== agentId && <OtherAgent agentId={memory.agentId} />}
      {count > 0 && (
        <a href={memoryPath(memory.agentId, memory.id)} class="state">
          in conflict with {counted(count, 'memory', 'memories')}
        </a>
      )}
    </>
  );
}
