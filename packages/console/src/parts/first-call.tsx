import { type FirstCall as Found, useFirstCall } from '../data/first-call.ts';
import { actorWords } from '../data/memory-words.ts';
import { askedWords, askerOf, tracePath } from '../data/traces.ts';
import { MemoryItem } from './memory-item.tsx';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

/** Waits for the first call of an editor since the page was opened, and for its first memory. */
export function FirstCall({ agentId }: { agentId: string }) {
  const found = useFirstCall(agentId);
  const { trace, memory, error } = found;
  return (
    <section class="panel" aria-labelledby="first" aria-live="polite">
      <h2 id="first">3. See that it works</h2>
      <Called agentId={agentId} found={found} />
      {error !== null && <Problem error={error} />}
      {trace !== null && memory === null && (
        <p class="loading">Ask it to remember something: the memory appears here.</p>
      )}
      {memory !== null && (
        <>
          <p>Its first memory is here:</p>
          <ul role="list" aria-label="First memory">
            <MemoryItem agentId={agentId} memory={memory} />
          </ul>
          <a class="button" href={`/app/agents/${encodeURIComponent(agentId)}`}>
            Open the timeline
          </a>
        </>
      )}
    </section>
  );
}

function Called({ agentId, found: { trace, memory, seesRecalls } }: { agentId: string; found: Found }) {
  if (trace !== null)
    return (
      <p role="status">
        <span class="state good">connected</span> {askerOf(trace)} called <Time at={trace.at} form="ago" />:{' '}
        <a href={tracePath(agentId, trace.traceId)}>{askedWords(trace)}</a>.
      </p>
    );
  if (memory !== null)
    return (
      <p role="status">
        <span class="state good">connected</span> {actorWords(memory.actorId, agentId)} stored a memory{' '}
        <Time at={memory.createdAt} form="ago" />.
      </p>
    );
  return (
    <>
      <p class="loading">Waiting for your editor… This page shows its first call.</p>
      {!seesRecalls && (
        <p class="quiet">
          Only a first memory is seen here: this service records no recalls, or your login does not see them.
          Ask your editor to remember something.
        </p>
      )}
    </>
  );
}
