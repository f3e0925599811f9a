import { useQueries } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { counted } from '../data/attention.ts';
import { agentOf, type MemoryRecord, type MemoryTrace, NotFoundError } from '../data/client.ts';
import type { TraceRow } from '../data/traces.ts';
import { Empty, Loading } from './problem.tsx';
import { TracedItem } from './traced-item.tsx';

/** Of what was cut off, so many are shown at first. */
const CUT_SHOWN = 10;

interface TracedMemoriesProps {
  trace: MemoryTrace;
  /** A memory was changed. */
  changed: () => unknown;
  /** Null: the question is not known. */
  askAgain: (() => void) | null;
}

/** The ranking of that moment, the line where it was cut, and what was cut off. */
export function TracedMemories({ trace, changed, askAgain }: TracedMemoriesProps) {
  const [isWhole, setWhole] = useState(false);
  const cut = isWhole ? trace.cut : trace.cut.slice(0, CUT_SHOWN);
  const memories = useMemories([...trace.memories, ...cut]);
  if (memories === null) return <Loading what="the memories" />;
  const items = (rows: readonly TraceRow[], from: number) =>
    rows.map((row, at) => (
      <TracedItem
        key={row.memoryId}
        trace={trace}
        row={row}
        place={from + at}
        memory={memories.get(row.memoryId) ?? null}
        changed={changed}
        askAgain={askAgain}
      />
    ));
  return (
    <div class="trace-ranking">
      <h2>What it was given, best first</h2>
      {trace.memories.length === 0 ? (
        <Empty title="It was given nothing">
          {trace.cut.length > 0
            ? 'What came nearest stands below, with the reason why it was left out.'
            : 'No memory had a word of the question, or a similar meaning.'}
        </Empty>
      ) : (
        <ol role="list" class="sheet" aria-label="Given">
          {items(trace.memories, 1)}
        </ol>
      )}
      {trace.cut.length > 0 && (
        <>
          <p class="cut-line">Cut here</p>
          <h2>What was cut off, and why</h2>
          <ol role="list" class="sheet" aria-label="Cut off">
            {items(cut, trace.memories.length + 1)}
          </ol>
          {cut.length < trace.cut.length && (
            <p>
              <button type="button" onClick={() => setWhole(true)}>
                Show {counted(trace.cut.length - cut.length, 'more memory', 'more memories')} that{' '}
                {trace.cut.length - cut.length === 1 ? 'was' : 'were'} cut off
              </button>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** Those of the rows that there still are, by id; null until all are there, so that nothing moves while they come. */
function useMemories(rows: readonly TraceRow[]): Map<string, MemoryRecord> | null {
  const wanted = rows.filter(({ now }) => now !== undefined && now !== 'deleted');
  const results = useQueries({
    queries: wanted.map(({ agentId, memoryId }) => ({
      queryKey: ['memory', agentId, memoryId],
      queryFn: () => agentOf(agentId).memories.get(memoryId),
      retry: (count: number, error: unknown) => count < 1 && !(error instanceof NotFoundError),
    })),
  });
  if (results.some(({ isPending }) => isPending)) return null;
  const known = results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []));
  return new Map(known);
}
