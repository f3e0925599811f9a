import { useQueryClient } from '@tanstack/preact-query';
import { useToast } from '../ui/toasts.tsx';
import { agentOf } from './client.ts';
import { refreshMemories } from './refresh.ts';
import { useMutation } from './use-mutation.ts';

/** Expires a memory, with a way back, and restores it. `changed` is called after either. */
export function useExpiry(agentId: string, memoryId: string, changed: () => unknown = () => undefined) {
  const queries = useQueryClient();
  const toast = useToast();
  const { memories } = agentOf(agentId);
  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['memory', agentId, memoryId] }),
      refreshMemories(queries, agentId),
      changed(),
    ]);
  };
  const restore = useMutation({ mutationFn: () => memories.restore(memoryId), onSuccess: refresh });
  const expire = useMutation({
    mutationFn: () => memories.expire(memoryId),
    onSuccess: () => {
      const undo = async () => {
        await restore.mutateAsync();
        return 'The memory is active again.';
      };
      toast({ text: 'The memory is expired: recall does not find it.', undo });
      return refresh();
    },
  });
  return { expire, restore, error: expire.error ?? restore.error };
}
