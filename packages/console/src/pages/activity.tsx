import { useQuery } from '@tanstack/preact-query';
import { useMemo, useState } from 'preact/hooks';
import { useParameters } from '../data/address.ts';
import type { CountGroup } from '../data/counts.ts';
import { call } from '../data/http.ts';
import { useMay } from '../data/login.ts';
import { CountTable } from '../parts/density.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Loading, NotAllowed, Problem } from '../parts/problem.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { StackedBars } from '../parts/stacked-bars.tsx';
import { Time } from '../parts/time.tsx';

const WINDOWS = [
  ['1', 'Last day'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
] as const;
const DAY_MS = 86_400_000;
/** Rows of operations at first. */
const SHOWN = 50;

interface Day {
  day: string;
  reads: number;
  writes: number;
}

interface Event {
  ts: string;
  tool: string;
  agentId: string;
  sessionId: string;
  op: string;
  kind: 'read' | 'write';
  n: number;
  by: string | null;
}

interface ActivityBody {
  perDay: Day[];
  events: Event[];
}

/** Who did what, and how much? */
export function ActivityPage() {
  const may = useMay();
  if (may('listUiActivity')) return <Activity />;
  return (
    <Page title="Activity">
      <NotAllowed what="see the activity" />
    </Page>
  );
}

function Activity() {
  const [{ days = '7', agent = '', by = '', session = '' }, change] = useParameters();
  const filters = new URLSearchParams(
    Object.entries({ days, agent_id: agent, by, session_id: session }).filter(([, value]) => value !== ''),
  ).toString();
  const activity = useQuery({
    queryKey: ['activity', filters],
    queryFn: () => call<ActivityBody>('GET', `/api/ui/activity?${filters}`),
  });
  const points = useMemo(() => everyDay(activity.data?.perDay ?? [], Number(days)), [activity.data, days]);
  return (
    <Page
      isRoomy
      title="Activity"
      lead="What agents read and wrote. The log holds no contents, and is kept for 30 days."
    >
      <div class="filters" role="group" aria-label="Filters">
        <SelectField
          label="Days"
          value={days}
          options={WINDOWS}
          change={(value) => change({ days: value })}
        />
        <ExactFilter label="Agent" name="agent" value={agent} change={change} />
        <ExactFilter label="Key" name="by" value={by} change={change} />
        <ExactFilter label="Session" name="session" value={session} change={change} />
      </div>
      {activity.isPending && <Loading what="activity" />}
      {activity.isError && <Problem error={activity.error} retry={() => void activity.refetch()} />}
      {activity.data && (
        <>
          {points.some(({ reads, writes }) => reads + writes > 0) && <PerDay points={points} />}
          {activity.data.events.length === 0 ? (
            <Empty title="Nothing happened in this time">
              Choose more days, clear a filter, or <a href="/app/">connect an agent</a>.
            </Empty>
          ) : (
            <Events key={filters} events={activity.data.events} change={change} />
          )}
        </>
      )}
    </Page>
  );
}

function PerDay({ points }: { points: readonly Day[] }) {
  const [since, until] = [points[0], points.at(-1)].map((day) => Date.parse(`${day?.day ?? ''}T00:00:00Z`));
  const counts = {
    first: null,
    last: null,
    since: new Date(since ?? 0),
    until: new Date((until ?? 0) + DAY_MS),
    groups: [
      groupOf(
        'reads',
        points.map(({ reads }) => reads),
      ),
      groupOf(
        'writes',
        points.map(({ writes }) => writes),
      ),
    ],
  };
  return (
    <section class="panel chart-panel" aria-labelledby="per-day">
      <h2 id="per-day">Reads and writes per day (UTC)</h2>
      <StackedBars groups={counts.groups} parts={points.length} />
      <div class="slider-ends quiet">
        <span>{points[0]?.day}</span>
        <span>today</span>
      </div>
      <CountTable name="Reads and writes per day" counts={counts} parts={points.length} />
    </section>
  );
}

function groupOf(name: string, counts: number[]): CountGroup {
  return { name, count: counts.reduce((sum, count) => sum + count, 0), counts, memories: null };
}

type Change = (changes: Record<string, string | null>) => void;

interface ExactFilterProps {
  label: string;
  name: string;
  value: string;
  change: Change;
}

function ExactFilter({ label, name, value, change }: ExactFilterProps) {
  return (
    <label>
      {label}
      <input
        value={value}
        placeholder={name === 'by' ? 'key:ci' : ''}
        autocomplete="off"
        onChange={(event) => change({ [name]: event.currentTarget.value.trim() })}
      />
    </label>
  );
}

function Events({ events, change }: { events: readonly Event[]; change: Change }) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <section class="panel">
      <h2>Operations</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Operations">
        <table>
          <thead>
            <tr>
              {['When', 'Operation', 'Agent', 'Memories', 'Program', 'By', 'Session'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {events.slice(0, shown).map((event, place) => (
              <tr key={place}>
                <td>
                  <Time at={event.ts} form="exact" />
                </td>
                <td>
                  <span class={event.kind === 'write' ? 'type' : 'tag'}>{event.kind}</span> {event.op}
                </td>
                <td>
                  <a href={`/app/agents/${encodeURIComponent(event.agentId)}`}>{event.agentId}</a>
                </td>
                <td class="count">{event.n.toLocaleString()}</td>
                <td dir="auto">{event.tool}</td>
                <td>{event.by ?? 'session'}</td>
                <td>
                  <button type="button" class="link" onClick={() => change({ session: event.sessionId })}>
                    {event.sessionId}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown < events.length && (
        <p>
          <button type="button" class="small" onClick={() => setShown(events.length)}>
            Show the newest {events.length.toLocaleString()}
          </button>
        </p>
      )}
    </section>
  );
}

/** Days without an operation are zero. */
function everyDay(known: readonly Day[], days: number): Day[] {
  const today = Math.floor(Date.now() / DAY_MS);
  return Array.from({ length: days + 1 }, (_, place) => {
    const day = new Date((today - days + place) * DAY_MS).toISOString().slice(0, 10);
    return known.find((each) => each.day === day) ?? { day, reads: 0, writes: 0 };
  });
}
