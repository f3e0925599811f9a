import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { agentOf, type MemoryRecord } from '../data/client.ts';
import { MEMORY_TYPES, type MemoryType } from '../data/memory-types.ts';
import { tagsOf } from './add-memory.tsx';
import { ContentField } from './content-field.tsx';
import { Problem } from './problem.tsx';
import { SelectField } from './select-field.tsx';

interface EditMemoryProps {
  agentId: string;
  memory: MemoryRecord;
  close: () => void;
}

export function EditMemory({ agentId, memory, close }: EditMemoryProps) {
  const [content, setContent] = useState(memory.content);
  const [type, setType] = useState<MemoryType>(memory.type);
  const [tags, setTags] = useState(memory.tags.join(', '));
  const [confidence, setConfidence] = useState(String(memory.confidence));
  const saving = useSaving(agentId, memory, close);
  const save = () =>
    saving.mutate({
      ...(content !== memory.content && { content }),
      type,
      tags: tagsOf(tags),
      confidence: Number(confidence),
    });
  return (
    <form
      aria-label="Edit the memory"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <ContentField content={content} change={setContent} />
      <div class="row">
        <SelectField label="Type" value={type} options={MEMORY_TYPES} change={setType} isWide />
        <label class="grow">
          Tags, separated by commas
          <input value={tags} onInput={(event) => setTags(event.currentTarget.value)} />
        </label>
        <Confidence value={confidence} change={setConfidence} />
      </div>
      <div class="row">
        <button class="primary" disabled={saving.isPending}>
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
      {saving.isError && <Problem error={saving.error} />}
    </form>
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
        step="0.05"
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

type Patch = Parameters<ReturnType<typeof agentOf>['memories']['update']>[1];

function useSaving(agentId: string, memory: MemoryRecord, close: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (patch: Patch) => agentOf(agentId).memories.update(memory.id, patch),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['memory', agentId, memory.id] }),
        queries.invalidateQueries({ queryKey: ['memories', agentId] }),
      ]);
      close();
    },
  });
}
