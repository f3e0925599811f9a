import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { aboutDraft, changedAbout, listOf } from '../data/about-draft.ts';
import { agentOf, type MemoryRecord } from '../data/client.ts';
import { MEMORY_TYPES, type MemoryType } from '../data/memory-types.ts';
import { refreshMemories } from '../data/refresh.ts';
import { useUnsaved } from '../ui/unsaved.ts';
import { AboutFields } from './about-fields.tsx';
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
  const [former] = useState(() => aboutDraft(memory));
  const [about, setAbout] = useState(former);
  const saving = useSaving(agentId, memory, close);
  useUnsaved(
    !saving.isSuccess &&
      (content !== memory.content ||
        type !== memory.type ||
        tags !== memory.tags.join(', ') ||
        about !== former),
  );
  const save = () =>
    saving.mutate({
      ...(content !== memory.content && { content }),
      type,
      tags: listOf(tags),
      confidence: Number(confidence),
      ...changedAbout(about, former),
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
      <AboutFields draft={about} former={former} change={setAbout} />
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
        refreshMemories(queries, agentId),
      ]);
      close();
    },
  });
}
