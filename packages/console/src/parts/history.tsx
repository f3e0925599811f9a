import type { HistoryRow, MemoryRecord } from '../data/client.ts';
import { actorWords, causeWords } from '../data/memory-words.ts';
import { Diff } from './diff.tsx';
import { fullOf, Time } from './time.tsx';

type Former = Record<string, unknown>;

/** Names of fields that are no words. */
const LABELS: Record<string, string> = {
  sourceRef: 'source reference',
  validFrom: 'holds from',
  validTo: 'holds until',
  expiresAt: 'expires',
  supersededBy: 'superseded by',
};

/** What happened to a memory, newest first. */
export function History({ memory, entries }: { memory: MemoryRecord; entries: readonly HistoryRow[] }) {
  const ordered = [...entries].sort((a, b) => b.at.getTime() - a.at.getTime());
  let later = memory as unknown as Former;
  const rows = ordered.map((entry) => {
    const former = entry.former as Former | null;
    const row = { entry, former, later };
    if (former !== null) later = { ...later, ...former };
    return row;
  });
  return (
    <section class="panel" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol role="list" class="history">
        {rows.map((row, place) => (
          <li key={place}>
            <p>
              <strong>{row.entry.event}</strong> <Time at={row.entry.at} />{' '}
              <span class="quiet">{authorOf(row.entry, memory.agentId)}</span>
            </p>
            {row.former && <Changes former={row.former} later={row.later} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** An expiry has a reason, and everything else somebody who did it. */
function authorOf({ event, by }: HistoryRow, agentId: string): string {
  return event === 'expired' ? causeWords(by) : `by ${actorWords(by, agentId)}`;
}

function Changes({ former, later }: { former: Former; later: Former }) {
  const changed = Object.keys(former).filter(
    (name) => name !== 'updatedAt' && textOf(former[name]) !== textOf(later[name]),
  );
  return (
    <>
      {changed
        .filter((name) => name !== 'title' || !changed.includes('content'))
        .map((name) => (
          <div key={name}>
            {name !== 'content' && <span class="quiet">{LABELS[name] ?? name}: </span>}
            <Diff before={textOf(former[name])} after={textOf(later[name])} />
          </div>
        ))}
    </>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (value instanceof Date) return fullOf(value);
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
}
