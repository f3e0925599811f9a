import { useState } from 'preact/hooks';
import { useAgentId } from '../data/address.ts';
import { counted } from '../data/attention.ts';
import { type Following, useLive } from '../data/live.ts';
import { useMay } from '../data/login.ts';
import { More } from '../parts/page-block.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Failed, Loading, NotAllowed, Problem } from '../parts/problem.tsx';
import { TraceLine } from '../parts/trace-line.tsx';

/** Why did it say that? What the agent was asked, and what it was given. */
export function LivePage() {
  const agentId = useAgentId();
  const may = useMay();
  return (
    <Page
      title="Live"
      isWide
      lead="Each recall and answer as it happens. Open one to see why it found what it found, and to correct it."
    >
      {may('listTraces') && may('streamTraces') ? (
        <Lines key={agentId} agentId={agentId} />
      ) : (
        <NotAllowed what="see what was recalled: that needs manage access to all memories" />
      )}
    </Page>
  );
}

function Lines({ agentId }: { agentId: string }) {
  const { list, following, lines } = useLive(agentId);
  /** The newest line that is shown while newer ones wait. */
  const [held, setHeld] = useState<string | null>(null);
  const shown = held === null ? lines : lines.filter(({ traceId }) => traceId <= held);
  return (
    <>
      <Connection
        following={following}
        waiting={held === null ? null : lines.length - shown.length}
        hold={() => setHeld(held === null ? (lines[0]?.traceId ?? '') : null)}
      />
      <Kept kept={following.kept} />
      {following.error !== null && <Problem error={following.error} retry={() => location.reload()} />}
      {list.isPending && <Loading what="recalls and answers" />}
      <Failed query={list} />
      {list.isSuccess && shown.length === 0 && following.kept !== 'off' && (
        <Empty title="Nothing was recalled yet">
          As soon as a program asks this agent for memories, a line appears here by itself.{' '}
          <a href={`/app/agents/${encodeURIComponent(agentId)}/ask`}>Ask something</a> to try it.
        </Empty>
      )}
      {shown.length > 0 && (
        <ol role="list" class="sheet lines" aria-label="Recalls and answers, newest first">
          {shown.map((trace) => (
            <TraceLine key={trace.traceId} agentId={agentId} trace={trace} />
          ))}
        </ol>
      )}
      <More name="Show older ones" query={list} />
    </>
  );
}

const STATES: Record<Following['state'], string> = {
  connecting: 'Connecting…',
  live: 'Live: new ones appear by themselves.',
  lost: 'The connection is lost and is tried again. What comes meanwhile is loaded then.',
};

interface ConnectionProps {
  following: Following;
  /** Lines that are held back; null while none are. */
  waiting: number | null;
  hold: () => void;
}

function Connection({ following: { state, kept, error }, waiting, hold }: ConnectionProps) {
  if (kept === 'off' || error !== null) return null;
  return (
    <div class="row between live-state">
      <p class="quiet" role="status">
        <span class={state === 'live' && waiting === null ? 'dot good' : 'dot'} aria-hidden="true" />{' '}
        {waiting === null ? STATES[state] : 'Paused: new ones wait.'}
      </p>
      <button type="button" class="small" onClick={hold}>
        {waiting === null ? 'Pause' : waiting === 0 ? 'Continue' : `Continue: ${counted(waiting, 'new one')}`}
      </button>
    </div>
  );
}

/** What the service keeps decides what a line can show. */
function Kept({ kept }: Pick<Following, 'kept'>) {
  if (kept === 'off')
    return (
      <div class="attention">
        <p>
          <strong>Recalls are not recorded.</strong> The service runs with the setting <code>TRACE=off</code>,
          so nothing new appears here. Start it with <code>TRACE=ids</code> to record who asked, when, and
          which memories were given, or with <code>TRACE=full</code> to record the questions too.
        </p>
      </div>
    );
  if (kept === 'ids')
    return (
      <p class="quiet">
        The texts of questions are not recorded. To see them here, start the service with the setting{' '}
        <code>TRACE=full</code>.
      </p>
    );
  return null;
}
