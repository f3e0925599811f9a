import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { useAgentId } from '../data/address.ts';
import { counted } from '../data/attention.ts';
import { agentOf, type PolicyView } from '../data/client.ts';
import { useFirstAnswers } from '../data/first-answers.ts';
import { useMay } from '../data/login.ts';
import { isOvertaken } from '../data/newer-version.ts';
import { draftOf, isFinished, policyOf, policyText, type PolicyDraft } from '../data/policy-draft.ts';
import { useMutation } from '../data/use-mutation.ts';
import { NewerVersion } from '../parts/newer-version.tsx';
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
  const agentId = useAgentId();
  if (may('getPolicy')) return <Policy key={agentId} agentId={agentId} />;
  return (
    <Page title="Expiry policy">
      <NotAllowed what="see the expiry policy" />
    </Page>
  );
}

function Policy({ agentId }: { agentId: string }) {
  const policy = useQuery(policyQuery(agentId));
  const Shown = useMay()('setPolicy') ? Editor : ReadOnly;
  // What is shown before the rest would move when the rest comes.
  const isPending = !useFirstAnswers([policy, usePresets(agentId)]);
  return (
    <Page
      title="Expiry policy"
      lead="Which memories expire at which age. Expired memories can be restored; nothing changes before you apply the policy."
    >
      {isPending && <Loading what="the policy" />}
      {policy.isError && <Problem error={policy.error} retry={() => void policy.refetch()} />}
      {!isPending && policy.data && <Shown agentId={agentId} stored={policy.data} />}
      {!isPending && <Sweeps agentId={agentId} />}
    </Page>
  );
}

function policyQuery(agentId: string) {
  return { queryKey: ['policy', agentId], queryFn: () => agentOf(agentId).policy.get() };
}

interface Stored {
  policy: PolicyView;
  updatedAt: Date | null;
}

interface EditorProps {
  agentId: string;
  stored: Stored;
}

/** Without the right to change the policy, it is shown as it is, with what it would expire. */
function ReadOnly({ agentId, stored }: EditorProps) {
  const draft = draftOf(stored.policy);
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
  const editing = usePolicyDraft(agentId, stored);
  const { draft, setDraft, isChanged, theirs } = editing;
  useUnsaved(isChanged);
  const saving = useMutation({ mutationFn: editing.save });
  const applying = useApplying(agentId, () => (isChanged ? editing.save() : Promise.resolve()));
  // Of the last of both: what succeeded since says that the other failure is over.
  const failure = saving.submittedAt > applying.submittedAt ? saving.error : applying.error;
  const isUnfinished = !isFinished(draft);
  return (
    <>
      <Presets agentId={agentId} choose={(preset) => setDraft(draftOf(preset))} />
      <div class="split">
        <PolicyEditor draft={draft} change={setDraft} />
        <PolicyPreview agentId={agentId} draft={draft} />
      </div>
      {theirs && (
        <NewerVersion
          what="The policy"
          fields={[['Rules and ages', policyText(draftOf(theirs.policy)), policyText(draft)]]}
          isBusy={saving.isPending}
          keepMine={() => saving.mutate()}
          takeTheirs={() => editing.open(theirs)}
        />
      )}
      <div class="row bar-of-actions">
        <button
          type="button"
          disabled={!isChanged || isUnfinished || saving.isPending}
          onClick={() => saving.mutate()}
        >
          Save
        </button>
        <button
          type="button"
          class="primary"
          disabled={isUnfinished || applying.isPending}
          onClick={() => applying.mutate()}
        >
          Apply policy
        </button>
        <span class="quiet" role="status">
          {isUnfinished ? 'A rule or an age is not finished: it says what is missing. ' : ''}
          {isChanged
            ? 'There are changes that are not saved.'
            : 'Saved. The nightly maintenance applies it too.'}
        </span>
      </div>
      {failure && !isOvertaken(failure) && <Problem error={failure} />}
    </>
  );
}

/** The policy as it is edited, and what somebody else saved since it was opened. */
function usePolicyDraft(agentId: string, stored: Stored) {
  const queries = useQueryClient();
  const [opened, setOpened] = useState(stored);
  const [draft, setDraft] = useState<PolicyDraft>(() => draftOf(stored.policy));
  const [theirs, setTheirs] = useState<Stored | null>(null);
  const isChanged = JSON.stringify(policyOf(draft)) !== JSON.stringify(policyOf(draftOf(opened.policy)));
  const open = (version: Stored) => {
    setOpened(version);
    setDraft(draftOf(version.policy));
    setTheirs(null);
  };
  // Nothing was typed: what somebody else saved is what is edited from now on.
  useEffect(() => {
    if (!isChanged && stored.updatedAt?.getTime() !== opened.updatedAt?.getTime()) open(stored);
  }, [stored]);
  const latest = () => queries.query({ ...policyQuery(agentId), staleTime: 0 });
  const save = async () => {
    try {
      const { updatedAt } = theirs ?? opened;
      await agentOf(agentId).policy.set(policyOf(draft), { ifUpdatedAt: updatedAt });
    } catch (error) {
      if (isOvertaken(error)) setTheirs(await latest());
      throw error;
    }
    open(await latest());
    await queries.invalidateQueries({ queryKey: ['preview', agentId] });
  };
  return { draft, setDraft, isChanged, theirs, open, save };
}

function useApplying(agentId: string, saveFirst: () => Promise<void>) {
  const toast = useToast();
  const undoSweep = useSweepUndo(agentId);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await saveFirst();
      return agentOf(agentId).policy.apply();
    },
    onSuccess: ({ expired, sweepId }) => {
      toast({
        text: `${counted(expired, 'memory', 'memories')} expired.`,
        ...(expired > 0 && sweepId !== null && { undo: () => undoSweep(sweepId) }),
      });
      const names = ['policy', 'sweeps', 'memories', 'preview'];
      return Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name, agentId] })));
    },
  });
}
