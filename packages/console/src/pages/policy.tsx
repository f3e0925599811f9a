import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useAgentId } from '../data/address.ts';
import { counted } from '../data/attention.ts';
import { agentOf, type PolicyView } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { draftOf, policyOf, type PolicyDraft } from '../data/policy-draft.ts';
import { Page } from '../parts/page.tsx';
import { PolicyEditor } from '../parts/policy-editor.tsx';
import { PolicyPreview } from '../parts/policy-preview.tsx';
import { Presets, usePresets } from '../parts/presets.tsx';
import { Loading, NotAllowed, Problem } from '../parts/problem.tsx';
import { Sweeps, useSweepUndo } from '../parts/sweeps.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useUnsaved } from '../ui/unsaved.ts';

/** What expires when, and what would expire now? */
export function PolicyPage() {
  const may = useMay();
  if (may('getPolicy')) return <Policy />;
  return (
    <Page title="Expiry policy">
      <NotAllowed what="see the expiry policy" />
    </Page>
  );
}

function Policy() {
  const agentId = useAgentId();
  const policy = useQuery({ queryKey: ['policy', agentId], queryFn: () => agentOf(agentId).policy.get() });
  const Shown = useMay()('setPolicy') ? Editor : ReadOnly;
  // What is shown before the rest would move when the rest comes.
  const isPending = [policy, usePresets(agentId)].some((query) => query.isPending);
  return (
    <Page
      title="Expiry policy"
      lead="Which memories expire at which age. Expired memories can be restored; nothing changes before you apply the policy."
    >
      {isPending && <Loading what="the policy" />}
      {policy.isError && <Problem error={policy.error} retry={() => void policy.refetch()} />}
      {!isPending && policy.data && <Shown key={agentId} agentId={agentId} stored={policy.data.policy} />}
      {!isPending && <Sweeps agentId={agentId} />}
    </Page>
  );
}

interface EditorProps {
  agentId: string;
  stored: PolicyView;
}

/** Without the right to change the policy, it is shown as it is, with what it would expire. */
function ReadOnly({ agentId, stored }: EditorProps) {
  const draft = draftOf(stored);
  return (
    <>
      <NotAllowed what="change or apply the policy" />
      <div class="split">
        <fieldset class="plain" disabled>
          <PolicyEditor draft={draft} change={() => undefined} />
        </fieldset>
        <PolicyPreview agentId={agentId} draft={draft} />
      </div>
    </>
  );
}

function Editor({ agentId, stored }: EditorProps) {
  const [draft, setDraft] = useState<PolicyDraft>(() => draftOf(stored));
  const isChanged = JSON.stringify(policyOf(draft)) !== JSON.stringify(policyOf(draftOf(stored)));
  useUnsaved(isChanged);
  const toast = useToast();
  const undoSweep = useSweepUndo(agentId);
  const queries = useQueryClient();
  const { policy } = agentOf(agentId);
  const refresh = () =>
    Promise.all(
      ['policy', 'sweeps', 'memories', 'preview'].map((name) =>
        queries.invalidateQueries({ queryKey: [name, agentId] }),
      ),
    );
  const saving = useMutation({ mutationFn: () => policy.set(policyOf(draft)), onSuccess: refresh });
  const applying = useMutation({
    mutationFn: async () => {
      if (isChanged) await policy.set(policyOf(draft));
      return policy.apply();
    },
    onSuccess: ({ expired, sweepId }) => {
      toast({
        text: `${counted(expired, 'memory', 'memories')} expired.`,
        ...(expired > 0 && sweepId !== null && { undo: () => undoSweep(sweepId) }),
      });
      return refresh();
    },
  });
  const failure = saving.error ?? applying.error;
  return (
    <>
      <Presets agentId={agentId} choose={(preset) => setDraft(draftOf(preset))} />
      <div class="split">
        <PolicyEditor draft={draft} change={setDraft} />
        <PolicyPreview agentId={agentId} draft={draft} />
      </div>
      <div class="row bar-of-actions">
        <button type="button" disabled={!isChanged || saving.isPending} onClick={() => saving.mutate()}>
          Save
        </button>
        <button type="button" class="primary" disabled={applying.isPending} onClick={() => applying.mutate()}>
          Apply policy
        </button>
        <span class="quiet" role="status">
          {isChanged
            ? 'There are changes that are not saved.'
            : 'Saved. The nightly maintenance applies it too.'}
        </span>
      </div>
      {failure && <Problem error={failure} />}
    </>
  );
}
