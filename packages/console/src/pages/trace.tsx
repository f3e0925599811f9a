import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useRoute } from 'preact-iso';
import { visibleText } from '../../../client/src/visible-text.ts';
import { useAgentId } from '../data/address.ts';
import { useAskAgain } from '../data/ask-again.ts';
import { agentOf, type MemoryTrace } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { askedWords, askerOf, limitWords, sureClass, sureWords } from '../data/traces.ts';
import { AskAgain } from '../parts/ask-again.tsx';
import { Facts } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { Loading, NotAllowed, Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { TracedMemories } from '../parts/traced-memories.tsx';

/** What was the agent given for this question, and why? */
export function TracePage() {
  const agentId = useAgentId();
  const traceId = useRoute().params.trace_id ?? '';
  const may = useMay();
  const trace = useQuery({
    queryKey: ['trace', agentId, traceId],
    queryFn: () => agentOf(agentId).traces.get(traceId),
    enabled: may('getTrace'),
  });
  return (
    <Page
      isWide
      title={trace.data ? titleOf(trace.data) : 'A recall or an answer'}
      lead={
        <a href={`/app/agents/${encodeURIComponent(agentId)}/live`}>All recalls and answers of {agentId}</a>
      }
    >
      {!may('getTrace') && (
        <NotAllowed what="see what was recalled: that needs manage access to all memories" />
      )}
      {may('getTrace') && trace.isPending && <Loading what="what was given" />}
      {trace.isError && <Problem error={trace.error} retry={() => void trace.refetch()} />}
      {trace.data && <Trace key={traceId} trace={trace.data} />}
    </Page>
  );
}

function titleOf(trace: MemoryTrace): string {
  return trace.query === null
    ? `${askedWords(trace)}: the question was not recorded`
    : visibleText(trace.query);
}

function Trace({ trace }: { trace: MemoryTrace }) {
  const queries = useQueryClient();
  const again = useAskAgain(trace);
  const refresh = () => queries.invalidateQueries({ queryKey: ['trace', trace.agentId, trace.traceId] });
  return (
    <div class="trace-page">
      <div class="trace-side">
        <Circumstances trace={trace} />
        <AskAgain trace={trace} again={again} />
      </div>
      <TracedMemories
        trace={trace}
        changed={refresh}
        askAgain={again.question === '' ? null : () => again.ask(again.question)}
      />
    </div>
  );
}

function Circumstances({ trace }: { trace: MemoryTrace }) {
  const { at, durationMs, sessionId, generatedBy, retrieval, requestId } = trace;
  const writer = generatedBy === 'extractive' ? 'rules, without a model' : generatedBy;
  return (
    <section class="panel trace-facts" aria-label="Who asked, and how">
      <Facts
        facts={[
          ['Asked by', <bdi key="a">{visibleText(askerOf(trace))}</bdi>],
          ['When', <Time key="t" at={at} form="exact" />],
          ['What', askedWords(trace)],
          [
            'How sure',
            <span key="s" class={sureClass(trace)}>
              {sureWords(trace)}
            </span>,
          ],
          ['Written by', writer],
          ['Compared', retrieval === 'hybrid' ? 'words and meaning' : 'words only'],
          ['Limits', limitWords(trace)],
          ['Took', `${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`],
          ['Session', sessionId],
          ['Request', requestId],
        ]}
      />
    </section>
  );
}
