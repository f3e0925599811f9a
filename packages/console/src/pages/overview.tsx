import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { useParameters } from '../data/address.ts';
import { type CountGroup, type Counts, countsQuery } from '../data/counts.ts';
import { useFirstAnswers } from '../data/first-answers.ts';
import { call } from '../data/http.ts';
import { useMay } from '../data/login.ts';
import { CountTable } from '../parts/density.tsx';
import { Health, healthQuery } from '../parts/health.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Loading, NotAllowed, Problem } from '../parts/problem.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { StackedBars } from '../parts/stacked-bars.tsx';
import { fullOf } from '../parts/time.tsx';

const PARTS = 60;
const HOUR_MS = 3_600_000;
const RANGES = [
  ['1h', 'Last hour'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['1y', 'Last year'],
] as const;
const HOURS: Record<string, number> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, '1y': 8_760 };
const REFRESH_MS = 60_000;
const MOST_AGENTS = 100;

/** Is it used, and does it grow? */
export function OverviewPage() {
  const may = useMay();
  const [{ range = '7d' }, change] = useParameters();
  return (
    <Page
      isRoomy
      title="Overview"
      lead="Is the memory used, and does it grow?"
      action={
        <SelectField
          label="Time"
          value={range}
          options={RANGES}
          change={(next) => change({ range: next === '7d' ? null : next })}
        />
      }
    >
      {may('getCounts') ? <Numbers range={range} /> : <NotAllowed what="see numbers of all memories" />}
    </Page>
  );
}

function Numbers({ range }: { range: string }) {
  const since = useMemo(() => new Date(Date.now() - (HOURS[range] ?? 168) * HOUR_MS), [range]);
  const counts = BY.map((by) => useCounts(by, since));
  const [types, agents, , sure] = counts;
  const sizes = useQuery({ queryKey: ['agents', 'sizes'], queryFn: readSizes });
  const health = useQuery(healthQuery);
  // What is shown before the rest would move when the rest comes.
  if (!useFirstAnswers([...counts, sizes, health])) return <Loading what="the numbers" />;
  return (
    <>
      <Summary types={types?.data} certainty={sure?.data} />
      <div class="columns">
        {CHARTS.map(({ by, ...words }) => (
          <Chart key={by} by={by} since={since} {...words} />
        ))}
      </div>
      {sizes.isError && <Problem error={sizes.error} retry={() => void sizes.refetch()} />}
      {sizes.data && <Sizes sizes={sizes.data} growth={agents?.data?.groups ?? []} />}
      <Health />
    </>
  );
}

const BY = ['type', 'agent', 'client', 'certainty'] as const;
type By = (typeof BY)[number];

const CHARTS: { by: By; title: string; none: string }[] = [
  { by: 'type', title: 'New memories by type', none: 'No memory was added in this time' },
  { by: 'agent', title: 'New memories by agent', none: 'No agent learned anything in this time' },
  { by: 'client', title: 'Recalls and answers by client', none: 'There were no questions in this time' },
  { by: 'certainty', title: 'How sure they were', none: 'There were no questions in this time' },
];

function useCounts(by: By, since: Date) {
  return useQuery({
    ...countsQuery({ by, since, buckets: PARTS }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

interface SummaryProps {
  types: Counts | undefined;
  certainty: Counts | undefined;
}

/** The share of questions that nothing was found for, among other numbers. */
function Summary({ types, certainty }: SummaryProps) {
  const facts: [string, string | undefined][] = [
    ['New memories', types && totalOf(types.groups).toLocaleString()],
    ['Recalls and answers', certainty && totalOf(certainty.groups).toLocaleString()],
    ['Questions without an answer', certainty && withoutAnswer(certainty.groups)],
  ];
  return (
    <dl class="facts panel numbers">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="big count">{value ?? 'not known'}</dd>
        </div>
      ))}
    </dl>
  );
}

function withoutAnswer(groups: readonly CountGroup[]): string {
  const asked = totalOf(groups);
  const without = groups.find(({ name }) => name === 'nothing')?.count ?? 0;
  return asked === 0 ? 'none asked' : `${Math.round((without / asked) * 100)} %`;
}

interface Size {
  agentId: string;
  memoryCount: number;
}

async function readSizes(): Promise<Size[]> {
  const { agents } = await call<{ agents: Size[] }>('GET', `/api/ui/agents?limit=${MOST_AGENTS}`);
  return agents.sort((a, b) => b.memoryCount - a.memoryCount);
}

function Sizes({ sizes, growth }: { sizes: readonly Size[]; growth: readonly CountGroup[] }) {
  if (sizes.length === 0) return null;
  return (
    <section class="panel">
      <h2 id="sizes">Agents by size</h2>
      {sizes.length === MOST_AGENTS && <p class="quiet">Of the newest {MOST_AGENTS} agents.</p>}
      <div class="scroll tall" tabIndex={0} role="region" aria-labelledby="sizes">
        <table>
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">Memories</th>
              <th scope="col">New in this time</th>
            </tr>
          </thead>
          <tbody>
            {sizes.map(({ agentId, memoryCount }) => (
              <tr key={agentId}>
                <th scope="row">
                  <a href={`/app/agents/${encodeURIComponent(agentId)}`}>{agentId}</a>
                </th>
                <td class="count">{memoryCount.toLocaleString()}</td>
                <td class="count">
                  {(growth.find(({ name }) => name === agentId)?.count ?? 0).toLocaleString()}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function totalOf(groups: readonly CountGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

interface ChartProps {
  by: By;
  since: Date;
  title: string;
  none: string;
}

function Chart({ by, since, title, none }: ChartProps) {
  const counts = useCounts(by, since);
  return (
    <section class="panel chart-panel" aria-labelledby={`chart-${by}`}>
      <h2 id={`chart-${by}`}>{title}</h2>
      {counts.isError && <Problem error={counts.error} retry={() => void counts.refetch()} />}
      {counts.data &&
        (counts.data.groups.length === 0 ? (
          <Nothing none={none} />
        ) : (
          <Bars title={title} counts={counts.data} />
        ))}
    </section>
  );
}

function Nothing({ none }: { none: string }) {
  return (
    <Empty title={none}>
      Choose a longer time, or <a href="/app/">connect an agent</a>.
    </Empty>
  );
}

function Bars({ title, counts }: { title: string; counts: Counts }) {
  return (
    <>
      <StackedBars groups={counts.groups} parts={PARTS} />
      <div class="slider-ends quiet">
        <span>{fullOf(counts.since)}</span>
        <span>now</span>
      </div>
      <CountTable name={`${title}: numbers`} counts={counts} parts={PARTS} />
    </>
  );
}
