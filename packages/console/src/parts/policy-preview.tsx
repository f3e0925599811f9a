import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { counted } from '../data/attention.ts';
import { agentOf } from '../data/client.ts';
import { memoryPath } from '../data/memory-types.ts';
import { finished, policyOf, type PolicyDraft } from '../data/policy-draft.ts';
import { causeWords } from '../data/memory-words.ts';
import { useLater } from '../data/use-later.ts';
import { Loading, Problem } from './problem.tsx';
import { Time } from './time.tsx';

const TYPING_MS = 500;
const SHOWN = 50;

/** What the edited policy would expire now. */
export function PolicyPreview({ agentId, draft }: { agentId: string; draft: PolicyDraft }) {
  const settled = useLater(JSON.stringify(policyOf(finished(draft))), TYPING_MS);
  const preview = useQuery({
    queryKey: ['preview', agentId, settled],
    queryFn: () =>
      agentOf(agentId).policy.apply({
        dryRun: true,
        policy: JSON.parse(settled) as ReturnType<typeof policyOf>,
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <section class="panel preview-panel" aria-labelledby="preview" aria-busy={preview.isFetching}>
      <div class="page-head">
        <h2 id="preview">What would expire now</h2>
        <button type="button" class="small" onClick={() => void preview.refetch()}>
          Preview
        </button>
      </div>
      {preview.isPending && <Loading what="the preview" />}
      {preview.isError && <Problem error={preview.error} />}
      {preview.data?.policyIsEmpty && !preview.isError && (
        <p role="status">The policy is empty, so nothing expires. Use a preset, or add a rule or an age.</p>
      )}
      {preview.data && !preview.data.policyIsEmpty && !preview.isError && (
        <>
          <p role="status">
            <strong class="big">{preview.data.matched.toLocaleString()}</strong> of{' '}
            {counted(preview.data.scanned, 'active memory', 'active memories')}
          </p>
          <PerRule counts={preview.data.perRule} scanned={preview.data.scanned} />
          <ul role="list" class="compact" aria-label="Memories that would expire">
            {preview.data.memories.slice(0, SHOWN).map((memory) => (
              <li key={memory.id}>
                <a class="memory-title" dir="auto" href={memoryPath(agentId, memory.id)}>
                  {memory.title}
                </a>
                <p class="memory-facts">
                  <span class="type">{memory.type}</span>
                  <Time at={memory.updatedAt} form="ago" />
                  <span>{causeWords(memory.expiredBy)}</span>
                </p>
              </li>
            ))}
          </ul>
          {preview.data.matched > SHOWN && (
            <p class="quiet">and {(preview.data.matched - SHOWN).toLocaleString()} more</p>
          )}
        </>
      )}
    </section>
  );
}

function PerRule({ counts, scanned }: { counts: Record<string, number>; scanned: number }) {
  const rows = Object.entries(counts);
  if (rows.length === 0) return <p class="quiet">Nothing has reached its age.</p>;
  return (
    <dl class="bars">
      {rows.map(([name, count]) => (
        <div key={name} class="bar">
          <dt>{name.replace(/^retention\./, 'Age of ')}</dt>
          <dd>
            <span class="track" aria-hidden="true">
              <span class="fill" style={{ width: `${(count / Math.max(1, scanned)) * 100}%` }} />
            </span>
            <span class="number">{count.toLocaleString()}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
