import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { changedAbout, listOf, NO_ABOUT } from '../data/about-draft.ts';
import { agentOf } from '../data/client.ts';
import type { MemoryType } from '../data/memory-types.ts';
import { refreshMemories } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { useOpener } from '../ui/focus.ts';
import { useUnsaved } from '../ui/unsaved.ts';
import { AboutFields } from './about-fields.tsx';
import { MainFields } from './main-fields.tsx';
import { Problem } from './problem.tsx';

const EMPTY = { content: '', type: 'fact' as MemoryType, tags: '', about: NO_ABOUT };

/** A form for a new memory, behind a button. */
export function AddMemory({ agentId }: { agentId: string }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useOpener(isOpen);
  if (isOpen) return <AddForm agentId={agentId} close={() => setOpen(false)} />;
  return (
    <button ref={opener} type="button" class="primary" onClick={() => setOpen(true)}>
      Add memory
    </button>
  );
}

function AddForm({ agentId, close }: { agentId: string; close: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const { content, type, tags, about } = draft;
  const queries = useQueryClient();
  useUnsaved(content !== '');
  const storing = useMutation({
    mutationFn: () => {
      const fields = { type, tags: listOf(tags), source: 'console', ...changedAbout(about) };
      return agentOf(agentId).remember(content, fields);
    },
    onSuccess: async () => {
      await refreshMemories(queries, agentId);
      close();
    },
  });
  return (
    <form
      class="panel wide"
      aria-label="New memory"
      onSubmit={(event) => {
        event.preventDefault();
        storing.mutate();
      }}
    >
      <MainFields
        draft={draft}
        change={(changes) => setDraft({ ...draft, ...changes })}
        typeLabel="Type of the memory"
      />
      <details>
        <summary>What it is about, and when it holds</summary>
        <AboutFields draft={about} change={(next) => setDraft({ ...draft, about: next })} />
      </details>
      <div class="row">
        <button class="primary" disabled={storing.isPending}>
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
      {storing.isError && <Problem error={storing.error} />}
    </form>
  );
}
