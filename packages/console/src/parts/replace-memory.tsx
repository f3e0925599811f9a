import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { agentOf, type MemoryRecord } from '../data/client.ts';
import { refreshMemories } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { useToast } from '../ui/toasts.tsx';
import { useUnsaved } from '../ui/unsaved.ts';
import { ContentField } from './content-field.tsx';
import { Problem } from './problem.tsx';

interface ReplaceMemoryProps {
  memory: MemoryRecord;
  close: () => void;
  /** Null: the question is not known. */
  askAgain: (() => void) | null;
}

/** A form for what holds instead of a memory, which stays as history. */
export function ReplaceMemory({ memory, close, askAgain }: ReplaceMemoryProps) {
  const [content, setContent] = useState(memory.content);
  const isChanged = content.trim() !== '' && content !== memory.content;
  const replacing = useReplacing(memory);
  useUnsaved(isChanged && !replacing.isSuccess);
  const save = (then: () => void) =>
    replacing.mutate(content, {
      onSuccess: () => {
        close();
        then();
      },
    });
  return (
    <form
      aria-label="Replace the memory"
      onSubmit={(event) => {
        event.preventDefault();
        save(askAgain ?? (() => undefined));
      }}
    >
      <p class="quiet">Write what holds now. It replaces this memory, which stays readable as history.</p>
      <ContentField content={content} change={setContent} />
      <div class="row">
        <button class="primary" disabled={!isChanged || replacing.isPending}>
          {askAgain ? 'Save and ask again' : 'Save'}
        </button>
        {askAgain && (
          <button
            type="button"
            disabled={!isChanged || replacing.isPending}
            onClick={() => save(() => undefined)}
          >
            Save
          </button>
        )}
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
      {replacing.isError && <Problem error={replacing.error} />}
    </form>
  );
}

/** Stores a memory in place of another one, with what that one is about, and a way back. */
function useReplacing(memory: MemoryRecord) {
  const { agentId, id, type, tags, scope, key, names, metadata } = memory;
  const queries = useQueryClient();
  const toast = useToast();
  const { memories } = agentOf(agentId);
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['memory', agentId, id] }),
      queries.invalidateQueries({ queryKey: ['trace'] }),
      refreshMemories(queries, agentId),
    ]);
  return useMutation({
    mutationFn: (content: string) =>
      agentOf(agentId).remember(content, {
        type,
        tags,
        scope,
        key,
        names,
        metadata,
        source: 'console',
        supersedes: [id],
      }),
    onSuccess: async ({ memoryId }) => {
      const undo = async () => {
        await memories.update(id, {
          clear: memory.validTo === null ? ['superseded_by', 'valid_to'] : ['superseded_by'],
          ...(memory.validTo !== null && { validTo: memory.validTo }),
        });
        await memories.delete(memoryId);
        await refresh();
        return 'The memory holds again, and its replacement is deleted.';
      };
      toast({ text: 'The memory is replaced. The old one stays as history.', undo });
      await refresh();
    },
  });
}
