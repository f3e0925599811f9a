import { useQueryClient } from '@tanstack/preact-query';
import { useEffect, useRef } from 'preact/hooks';
import { visibleText } from '../../../client/src/visible-text.ts';
import { counted } from '../data/attention.ts';
import { type AskingAgain, type Again, whyNot } from '../data/ask-again.ts';
import type { MemoryRecord, MemoryTrace } from '../data/client.ts';
import { compareRankings, hasMoved, type Move, type Placed } from '../data/compare-ranking.ts';
import { headOf } from '../data/memory-text.ts';
import { memoryPath } from '../data/memory-types.ts';
import { sureWord } from '../data/traces.ts';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

interface AskAgainProps {
  trace: MemoryTrace;
  again: AskingAgain;
}

/** Asks the same question now, and shows both rankings in one table. */
export function AskAgain({ trace, again }: AskAgainProps) {
  const { question, setQuestion, ask, isPending, error, result } = again;
  return (
    <section class="panel" aria-label="Ask again" aria-busy={isPending}>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          ask(question.trim());
        }}
      >
        {trace.query === null && (
          <label class="grow">
            The question, which was not recorded
            <input
              required
              maxLength={1_000}
              dir="auto"
              value={question}
              onInput={(event) => setQuestion(event.currentTarget.value)}
            />
          </label>
        )}
        <button class="primary" disabled={isPending}>
          {isPending ? 'Asking…' : 'Ask again'}
        </button>
        {result === null && (
          <p class="quiet">With the same limits, now: you see what moved, what is new and what is gone.</p>
        )}
      </form>
      {error !== null && <Problem error={error} retry={() => ask(question.trim())} />}
      {result !== null && <Comparison key={result.at.getTime()} trace={trace} result={result} />}
    </section>
  );
}

function Comparison({ trace, result }: { trace: MemoryTrace; result: Again }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Not for a result that was there when the page was opened.
    if (Date.now() - result.at.getTime() < FRESH_MS) heading.current?.focus();
  }, []);
  const queries = useQueryClient();
  const titleOf = ({ id, agentId }: Placed) => {
    const memory = queries.getQueryData<MemoryRecord>(['memory', agentId, id]);
    return memory ? headOf(memory).title : '';
  };
  const moves = movesOf(trace, result).map((move) => ({ ...move, title: move.title || titleOf(move) }));
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {hasMoved(moves) ? 'Then and now' : 'The same as then'}
      </h2>
      <p class="quiet">
        Asked again <Time at={result.at} form="exact" />
        {result.verdict !== null && `: ${sureWord(result.verdict)}`}.
        {result.leftOut > 0 &&
          ` ${counted(result.leftOut, 'memory', 'memories')} came near and were cut off.`}
      </p>
      {result.text !== null && (
        <p class="content" dir="auto">
          {visibleText(result.text.replace(CITATIONS, ''))}
        </p>
      )}
      {moves.length === 0 ? <p>Nothing was given then, and nothing is now.</p> : <Moves moves={moves} />}
    </>
  );
}

const FRESH_MS = 1_000;
const CITATIONS = / ?\[[0-9a-f]{8}-[0-9a-f-]{27}\]/g;

function movesOf(trace: MemoryTrace, result: Again): Move[] {
  // Of an answer what it cites is compared.
  const given = trace.memories.filter(({ reason }) => reason === 'returned');
  const then = given.map(({ memoryId, agentId }) => ({ id: memoryId, agentId, title: '' }));
  const wasCut = new Set([...trace.cut, ...trace.memories].map(({ memoryId }) => memoryId));
  return compareRankings(then, result.given, (id) => whyNot(result.reasons, id)).map((move) =>
    move.then === null && wasCut.has(move.id) ? { ...move, change: 'new: it was cut off then' } : move,
  );
}

function Moves({ moves }: { moves: readonly Move[] }) {
  return (
    <div class="scroll">
      <table class="moved">
        <caption class="unseen">The place of each memory then and now</caption>
        <thead>
          <tr>
            <th scope="col">Then</th>
            <th scope="col">Now</th>
            <th scope="col">Memory</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ id, agentId, title, then, now, change }) => (
            <tr key={id}>
              <td>{then ?? '–'}</td>
              <td>{now ?? '–'}</td>
              <td>
                <a href={memoryPath(agentId, id)} dir="auto">
                  {visibleText(title) || 'A memory that is gone'}
                </a>
              </td>
              <td>
                <span class={then === now ? '' : now === null ? 'state' : 'state good'}>{change}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
