import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useAgentId, useParameters } from '../data/address.ts';
import { counted } from '../data/attention.ts';
import { type CountGroup, countsQuery } from '../data/counts.ts';
import { useMay } from '../data/login.ts';
import { MemoryItem } from '../parts/memory-item.tsx';
import { Page } from '../parts/page.tsx';
import { Failed, Loading, NotAllowed } from '../parts/problem.tsx';
import { dateOf, fullOf } from '../parts/time.tsx';
import { DateTimeField } from '../ui/date-time.tsx';

const DAY_MS = 86_400_000;
const SPANS = [
  ['A day', 1],
  ['7 days', 7],
  ['30 days', 30],
  ['A year', 365],
] as const;

/** What each group holds, and the words where it holds nothing. */
const GROUPS: Record<string, { title: string; lead: string; none: string }> = {
  learned: {
    title: 'Learned',
    lead: 'Created between the two, and still there.',
    none: 'Nothing was added.',
  },
  changed: { title: 'Changed', lead: 'Edited or restored.', none: 'Nothing was edited.' },
  superseded: {
    title: 'Superseded',
    lead: 'Kept as history: something newer took their place.',
    none: 'Nothing was replaced.',
  },
  forgotten: { title: 'Forgotten', lead: 'Expired or deleted.', none: 'Nothing expired or was deleted.' },
};

/** What has become of what the agent knew, between two moments? */
export function ComparePage() {
  const may = useMay();
  return (
    <Page title="Compare" lead="What the agent learned, changed and forgot between two moments.">
      {may('getCounts') ? <Comparison /> : <NotAllowed what="compare what an agent knew" />}
    </Page>
  );
}

function Comparison() {
  const agentId = useAgentId();
  const [{ from, to }, change] = useParameters();
  const until = dateOf(to ?? null);
  const since = dateOf(from ?? null);
  const set = (name: string) => (moment: Date | null) => change({ [name]: moment?.toISOString() ?? null });
  return (
    <>
      <div class="panel row" role="group" aria-label="The two moments">
        <DateTimeField label="From" value={since} max={until ?? new Date()} change={set('from')} />
        <DateTimeField
          label="To (empty: now)"
          value={until}
          min={since}
          max={new Date()}
          change={set('to')}
        />
        <div class="row" role="group" aria-label="Up to now, since">
          {SPANS.map(([name, days]) => (
            <button
              key={name}
              type="button"
              class="small"
              onClick={() => change({ from: new Date(Date.now() - days * DAY_MS).toISOString(), to: null })}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {since === null ? (
        <p class="panel quiet">Choose the first moment, or how far to look back.</p>
      ) : (
        <Groups agentId={agentId} since={since} until={until} />
      )}
    </>
  );
}

interface GroupsProps {
  agentId: string;
  since: Date;
  /** Null: now. */
  until: Date | null;
}

function Groups({ agentId, since, until }: GroupsProps) {
  const changes = useQuery({
    ...countsQuery({ by: 'change', agentId, since, until }),
    placeholderData: keepPreviousData,
  });
  if (changes.isPending) return <Loading what="what changed" />;
  if (!changes.data) return <Failed query={changes} />;
  const { groups } = changes.data;
  if (groups.length === 0)
    return <p class="panel quiet">The first moment is after the second: change one of them.</p>;
  const id = encodeURIComponent(agentId);
  return (
    <>
      <Failed query={changes} />
      <p class="quiet" role="status">
        {groups.map(({ name, count }) => `${count.toLocaleString()} ${name}`).join(', ')} between{' '}
        {fullOf(since)} and {until ? fullOf(until) : 'now'}.{' '}
        <a href={`/app/agents/${id}?at=${since.toISOString()}`}>All that it knew then</a>
      </p>
      <div class="columns groups">
        {groups.map((group) => (
          <Group key={group.name} agentId={agentId} group={group} />
        ))}
      </div>
    </>
  );
}

function Group({ agentId, group }: { agentId: string; group: CountGroup }) {
  const { name, count, memories } = group;
  const { title, lead, none } = GROUPS[name] ?? { title: name, lead: '', none: 'None.' };
  const shown = memories ?? [];
  return (
    <section class="panel" aria-labelledby={`group-${name}`}>
      <div>
        <h2 id={`group-${name}`}>
          {title} <span class="count">{count.toLocaleString()}</span>
        </h2>
        <p class="quiet">{count === 0 ? none : lead}</p>
      </div>
      {shown.length > 0 && (
        <ul role="list" aria-label={title}>
          {shown.map((memory) => (
            <MemoryItem key={memory.id} agentId={agentId} memory={memory} />
          ))}
        </ul>
      )}
      {shown.length < count && <p class="quiet">{restOf(name, count, shown.length)}</p>}
    </section>
  );
}

function restOf(name: string, count: number, shown: number): string {
  const rest = counted(count - shown, 'more memory', 'more memories');
  if (name !== 'forgotten') return `${rest}: choose moments that are nearer to each other to see them.`;
  return `${rest}: what was deleted cannot be shown. Of what expired, the newest are shown.`;
}
