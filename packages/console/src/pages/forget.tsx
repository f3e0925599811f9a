import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useAgentId } from '../data/address.ts';
import { counted } from '../data/attention.ts';
import { service } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { memoryPath } from '../data/memory-types.ts';
import { forgetPages } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { Facts } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, NotAllowed, Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { AskedButton } from '../ui/asked-button.tsx';

type ForgetResponse = Awaited<ReturnType<typeof service.forget>>;
type ForgetReceipt = Awaited<ReturnType<typeof service.receipt>>;
type Counts = ForgetReceipt['counts'];

const KINDS: readonly (readonly [keyof Counts, string])[] = [
  ['memories', 'Memories'],
  ['formerVersions', 'Former versions'],
  ['chunks', 'Of these, parts of files'],
  ['files', 'Files'],
  ['conflictRows', 'Conflicts'],
  ['responses', 'Stored answers'],
  ['queries', 'Questions in traces'],
];

/** What does the agent know of somebody, and what is left when it is forgotten? */
export function ForgetPage() {
  const agentId = useAgentId();
  if (useMay()('forget')) return <Forget key={agentId} agentId={agentId} />;
  return (
    <Page title="Forget">
      <NotAllowed what="forget what an agent knows of somebody" />
    </Page>
  );
}

function Forget({ agentId }: { agentId: string }) {
  const [about, setAbout] = useState('');
  const [also, setAlso] = useState<readonly string[]>([]);
  const looking = useMutation({
    mutationFn: (name: string) => service.forget(agentId, { about: name }),
    onSuccess: () => setAlso([]),
  });
  const [receipt, setReceipt] = useState<ForgetReceipt | null>(null);
  return (
    <Page
      title="Forget"
      lead="Deletes for good what the agent knows of somebody or something, with all former versions, and gives you a receipt."
    >
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setReceipt(null);
          looking.mutate(about.trim());
        }}
      >
        <label class="grow">
          A name, an address or another identifier
          <input
            required
            maxLength={200}
            dir="auto"
            autocomplete="off"
            value={about}
            onInput={(event) => setAbout(event.currentTarget.value)}
          />
        </label>
        <button class="primary" disabled={looking.isPending}>
          {looking.isPending ? 'Looking…' : 'Look for it'}
        </button>
      </form>
      {looking.isError && <Problem error={looking.error} />}
      {looking.isIdle && (
        <Empty title="Nothing is deleted yet">
          First you see what would go. Other spellings of the name are found too.
        </Empty>
      )}
      {receipt && <Receipt receipt={receipt} />}
      {!receipt && looking.data && (
        <Finding
          agentId={agentId}
          // What was looked for: the field may have another name by now.
          about={looking.variables}
          found={looking.data}
          also={also}
          change={setAlso}
          onDone={setReceipt}
        />
      )}
    </Page>
  );
}

interface FindingProps {
  agentId: string;
  about: string;
  found: ForgetResponse;
  /** Ids of unsure memories that go too. */
  also: readonly string[];
  change: (also: readonly string[]) => void;
  onDone: (receipt: ForgetReceipt) => void;
}

function Finding({ agentId, about, found, also, change, onDone }: FindingProps) {
  const { countByKind: counts, certain, unsure, spellings } = found;
  if (counts === null || certain === null || unsure === null) return null;
  if (unsure.length === 0 && Object.values(counts).every((count) => count === 0))
    return <Empty title={`The agent has nothing about ${about}`}>Look for another spelling.</Empty>;
  return (
    <>
      <section class="panel" aria-labelledby="would-go">
        <h2 id="would-go">What would go</h2>
        <CountFacts counts={counts} />
        {spellings && spellings.length > 0 && (
          <p class="quiet" dir="auto">
            Written as {spellings.join(', ')}
          </p>
        )}
        <Rows agentId={agentId} name="Memories that would go" rows={certain} />
        {counts.memories > certain.length && (
          <p class="quiet">The oldest {certain.length.toLocaleString()} are shown.</p>
        )}
      </section>
      {unsure.length > 0 && <Unsure agentId={agentId} rows={unsure} also={also} change={change} />}
      <Deletion
        agentId={agentId}
        about={about}
        also={also}
        total={counts.memories + also.length}
        onDone={onDone}
      />
    </>
  );
}

interface UnsureProps extends Pick<FindingProps, 'agentId' | 'also' | 'change'> {
  rows: NonNullable<ForgetResponse['unsure']>;
}

function Unsure({ agentId, rows, also, change }: UnsureProps) {
  const tick = (id: string) => change(also.includes(id) ? also.filter((each) => each !== id) : [...also, id]);
  return (
    <section class="panel" aria-labelledby="unsure">
      <h2 id="unsure">Maybe about somebody else</h2>
      <p class="quiet">These stay, unless you tick them.</p>
      <Rows agentId={agentId} name="Memories that may be meant" rows={rows} ticked={also} tick={tick} />
    </section>
  );
}

function CountFacts({ counts }: { counts: Counts }) {
  return (
    <Facts
      facts={KINDS.map(([kind, name]) => [name, counts[kind] > 0 ? counts[kind].toLocaleString() : null])}
    />
  );
}

interface RowsProps {
  agentId: string;
  name: string;
  rows: NonNullable<ForgetResponse['certain']>;
  ticked?: readonly string[];
  tick?: (id: string) => void;
}

function Rows({ agentId, name, rows, ticked = [], tick }: RowsProps) {
  return (
    <ul role="list" aria-label={name}>
      {rows.map(({ id, title, status, createdAt }) => (
        <li key={id} class="memory row">
          {tick && (
            <input
              type="checkbox"
              aria-label={`Forget ${title}`}
              checked={ticked.includes(id)}
              onChange={() => tick(id)}
            />
          )}
          <a class="grow" dir="auto" href={memoryPath(agentId, id)}>
            {title}
          </a>
          <span class="quiet">
            {status === 'expired' && 'expired, '}
            <Time at={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface DeletionProps extends Pick<FindingProps, 'agentId' | 'about' | 'also' | 'onDone'> {
  total: number;
}

function Deletion({ agentId, about, also, total, onDone }: DeletionProps) {
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: async () => {
      const { receipt } = await service.forget(agentId, {
        about,
        ...(also.length > 0 && { also: [...also] }),
        dryRun: false,
      });
      return receipt && finished(receipt);
    },
    onSuccess: (receipt) => {
      forgetPages(queries);
      if (receipt) onDone(receipt);
    },
  });
  const memories = counted(total, 'memory', 'memories');
  return (
    <p>
      <AskedButton
        name={`Forget ${memories}`}
        class="danger"
        title={`Forget ${about}?`}
        yes={run.isPending ? 'Deleting…' : `Delete ${memories} for good`}
        action={run}
      >
        <p>
          Former versions, files, conflicts and traces that name {about} go too. This cannot be undone. An
          import or a backup does not bring them back.
        </p>
      </AskedButton>
    </p>
  );
}

const WAIT_MS = 500;

/** A long run goes on after the answer. */
async function finished(receipt: ForgetReceipt): Promise<ForgetReceipt> {
  let known = receipt;
  while (known.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    known = await service.receipt(known.receiptId);
  }
  return known;
}

function Receipt({ receipt }: { receipt: ForgetReceipt }) {
  return (
    <section class="panel" aria-labelledby="receipt" role="status">
      <h2 id="receipt">It is forgotten</h2>
      <CountFacts counts={receipt.counts} />
      {receipt.remaining.length > 0 && (
        <p>{counted(receipt.remaining.length, 'thing')} could not be deleted: the receipt names them.</p>
      )}
      <p class="quiet">
        The signed receipt says what was deleted, without the texts. Keep it: it also deletes the same from a
        restored backup.
      </p>
      <p>
        <a
          class="button primary"
          href={`/api/v2/receipts/${receipt.receiptId}`}
          download={`receipt-${receipt.receiptId}.json`}
        >
          Download the receipt
        </a>
      </p>
    </section>
  );
}
