import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { agentOf } from '../data/client.ts';
import { MEMORY_TYPES, type MemoryType } from '../data/memory-types.ts';
import { ContentField } from './content-field.tsx';
import { Problem } from './problem.tsx';
import { SelectField } from './select-field.tsx';

/** A form for a new memory, behind a button. */
export function AddMemory({ agentId }: { agentId: string }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <AddForm agentId={agentId} close={() => setOpen(false)} />;
  return (
    <button type="button" class="primary" onClick={() => setOpen(true)}>
      Add memory
    </button>
  );
}

function AddForm({ agentId, close }: { agentId: string; close: () => void }) {
  const [content, setContent] = useState('');
  const [type, setType] = useState<MemoryType>('fact');
  const [tags, setTags] = useState('');
  const queries = useQueryClient();
  const storing = useMutation({
    mutationFn: () => agentOf(agentId).remember(content, { type, tags: tagsOf(tags), source: 'console' }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['memories', agentId] });
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
      <ContentField content={content} change={setContent} />
      <div class="row">
        <SelectField label="Type of the memory" value={type} options={MEMORY_TYPES} change={setType} isWide />
        <label class="grow">
          Tags, separated by commas
          <input value={tags} autocomplete="off" onInput={(event) => setTags(event.currentTarget.value)} />
        </label>
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

export function tagsOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
