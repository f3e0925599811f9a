import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { service } from '../data/client.ts';
import { useMutation } from '../data/use-mutation.ts';
import { Problem } from './problem.tsx';

export function CreateAgent({ onCreated }: { onCreated: (id: string) => void }) {
  const [id, setId] = useState('');
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: (agentId: string) => service.agents.create(agentId),
    onSuccess: async ({ agentId }) => {
      setId('');
      onCreated(agentId);
      await queries.invalidateQueries({ queryKey: ['agents'] });
    },
  });
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          creation.mutate(id.trim());
        }}
      >
        <label class="grow">
          Agent id
          <input
            required
            pattern="[A-Za-z0-9_\-]{1,128}"
            title="Letters, digits, hyphens and underscores"
            placeholder="my-project"
            autocomplete="off"
            value={id}
            onInput={(event) => setId(event.currentTarget.value)}
          />
        </label>
        <button class="primary" disabled={creation.isPending}>
          Create agent
        </button>
      </form>
      {creation.isError && <Problem error={creation.error} />}
    </>
  );
}
