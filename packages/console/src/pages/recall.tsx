import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { useAgentId, useParameters } from '../data/address.ts';
import { counted } from '../data/attention.ts';
import { agentOf, type RecalledMemory, type RecallResponse } from '../data/client.ts';
import { recallSnippets } from '../data/recall-snippets.ts';
import { CopyBlock } from '../parts/copy-block.tsx';
import { FilterFields, useFilters } from '../parts/filters.tsx';
import { MemoryItem } from '../parts/memory-item.tsx';
import { OtherAgent } from '../parts/other-agent.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Loading, Problem } from '../parts/problem.tsx';
import { ScoreBars } from '../parts/score-bars.tsx';
import { Switch } from '../parts/switch.tsx';

const LIMIT = 20;
const EXAMPLE = 'Which theme does the user like?';

/** What would the agent find for this query, and why? */
export function RecallPage() {
  const agentId = useAgentId();
  const [{ q = '', all, superseded }, change] = useParameters();
  const filters = useFilters();
  const scope = {
    ...(all !== '1' && { cut: 'auto' as const }),
    ...(superseded === '1' && { include: 'superseded' as const }),
  };
  const found = useQuery({
    queryKey: ['recall', agentId, q, filters, scope],
    queryFn: () => agentOf(agentId).recall(q, { ...filters, ...scope, limit: LIMIT, explain: true }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Recall" lead="What the agent finds for a query, and how each score comes about.">
      <SearchForm query={q} search={(text) => change({ q: text })} />
      <FilterFields />
      <div class="row">
        <Switch
          label="Only what bears on the question"
          isOn={all !== '1'}
          change={(isOn) => change({ all: isOn ? null : '1' })}
        />
        <Switch
          label="Also what no longer holds"
          isOn={superseded === '1'}
          change={(isOn) => change({ superseded: isOn ? '1' : null })}
        />
      </div>
      {q === '' && (
        <Empty title="Search as the agent does">
          Ask in full words, about one thing. For example: <a href={`?q=${EXAMPLE}`}>{EXAMPLE}</a>
        </Empty>
      )}
      {q !== '' && found.isPending && <Loading what="memories" />}
      {found.isError && <Problem error={found.error} retry={() => void found.refetch()} />}
      {q !== '' && found.data && (
        <>
          <Results agentId={agentId} found={found.data} showAll={() => change({ all: '1' })} />
          <details class="panel">
            <summary>The same as a command or program</summary>
            <div class="columns">
              {recallSnippets({ agentId, query: q, ...filters, ...scope }).map(([name, text]) => (
                <CopyBlock key={name} name={name} text={text} />
              ))}
            </div>
          </details>
        </>
      )}
    </Page>
  );
}

function SearchForm({ query, search }: { query: string; search: (text: string) => void }) {
  const [text, setText] = useState(query);
  useEffect(() => setText(query), [query]);
  return (
    <form
      class="row"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(text.trim());
      }}
    >
      <label class="grow">
        Query
        <input
          required
          maxLength={1_000}
          dir="auto"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button class="primary">Search</button>
    </form>
  );
}

const VERDICTS = {
  found: 'Bears on the question:',
  weak: 'May bear on the question, which is not certain:',
  nothing: 'Nothing in memory bears on the question.',
};

interface ResultsProps {
  agentId: string;
  found: RecallResponse;
  showAll: () => void;
}

function Results({ agentId, found, showAll }: ResultsProps) {
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
      <ol role="list" class="sheet" aria-label="Results">
        {memories.map((memory) => (
          <Result key={memory.id} agentId={agentId} memory={memory} />
        ))}
      </ol>
      {rest}
    </>
  );
}

function Result({ agentId, memory }: { agentId: string; memory: RecalledMemory }) {
  return (
    <MemoryItem
      agentId={memory.agentId}
      memory={memory}
      stems={memory.explain?.matchedTerms ?? []}
      note={memory.agentId !== agentId && <OtherAgent agentId={memory.agentId} />}
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
