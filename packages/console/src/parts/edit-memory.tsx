import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { agentOf, type MemoryRecord } from '../data/client.ts';
import { changedFields, differingFields, memoryDraft, type MemoryDraft } from '../data/memory-draft.ts';
import { isOvertaken } from '../data/newer-version.ts';
import { refreshMemories } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { useUnsaved } from '../ui/unsaved.ts';
import { AboutFields } from './about-fields.tsx';
import { MainFields } from './main-fields.tsx';
import { NewerVersion } from './newer-version.tsx';
import { Problem } from './problem.tsx';

interface EditMemoryProps {
  agentId: string;
  memory: MemoryRecord;
  close: () => void;
}

/** The form of a memory. What somebody else saved since it was opened is shown, and not overwritten. */
export function EditMemory({ agentId, memory, close }: EditMemoryProps) {
  const [opened] = useState(() => memoryDraft(memory));
  const [draft, setDraft] = useState(opened);
  const { saving, theirs, keepMine } = useSaving({ agentId, memory, draft, opened, close });
  const isChanged = Object.keys(changedFields(draft, opened)).length > 0;
  useUnsaved(isChanged && !saving.isSuccess);
  const refresh = useRefresh(agentId, memory.id);
  return (
    <form
      aria-label="Edit the memory"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) saving.mutate(null);
        else close();
      }}
    >
      <Fields draft={draft} opened={opened} change={setDraft} />
      {theirs ? (
        <NewerVersion
          what="This memory"
          fields={differingFields(draft, memoryDraft(theirs), opened)}
          isBusy={saving.isPending}
          keepMine={keepMine}
          takeTheirs={() => void refresh().then(close)}
        />
      ) : (
        <div class="row">
          <button class="primary" disabled={saving.isPending}>
            Save
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      )}
      {saving.isError && !isOvertaken(saving.error) && <Problem error={saving.error} />}
    </form>
  );
}

interface FieldsProps {
  draft: MemoryDraft;
  opened: MemoryDraft;
  change: (draft: MemoryDraft) => void;
}

function Fields({ draft, opened, change }: FieldsProps) {
  return (
    <>
      <MainFields draft={draft} change={(changes) => change({ ...draft, ...changes })}>
        <Confidence value={draft.confidence} change={(confidence) => change({ ...draft, confidence })} />
      </MainFields>
      <AboutFields
        draft={draft.about}
        former={opened.about}
        change={(about) => change({ ...draft, about })}
      />
    </>
  );
}

function Confidence({ value, change }: { value: string; change: (value: string) => void }) {
  return (
    <label>
      Confidence
      <input
        type="number"
        min="0"
        max="1"
        step="any"
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

interface SavingProps extends EditMemoryProps {
  draft: MemoryDraft;
  opened: MemoryDraft;
}

/** Saves what was changed, if it was not saved elsewhere since; `theirs` is what somebody did save. */
function useSaving({ agentId, memory, draft, opened, close }: SavingProps) {
  const { memories } = agentOf(agentId);
  const [openedAt] = useState(memory.updatedAt);
  const [theirs, setTheirs] = useState<MemoryRecord | null>(null);
  const refresh = useRefresh(agentId, memory.id);
  const saving = useMutation({
    mutationFn: (seen: MemoryRecord | null) =>
      memories.update(memory.id, changedFields(draft, opened), { ifUpdatedAt: seen?.updatedAt ?? openedAt }),
    onError: async (error) => {
      if (isOvertaken(error)) setTheirs(await memories.get(memory.id));
    },
    onSuccess: async () => {
      await refresh();
      close();
    },
  });
  return { saving, theirs, keepMine: () => saving.mutate(theirs) };
}

function useRefresh(agentId: string, memoryId: string): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['memory', agentId, memoryId] }),
      refreshMemories(queries, agentId),
    ]);
}
