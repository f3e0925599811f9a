import { useQuery } from '@tanstack/preact-query';
import { agentOf, type PolicyView, type PresetName } from '../data/client.ts';
import { useMutation } from '../data/use-mutation.ts';
import { Problem } from './problem.tsx';

interface PresetsProps {
  agentId: string;
  choose: (policy: PolicyView) => void;
}

/** The same for all agents. */
export function usePresets(agentId: string) {
  return useQuery({ queryKey: ['presets'], queryFn: () => agentOf(agentId).policy.presets() });
}

/** Ready-made policies, as a start: choosing one only fills in the form. */
export function Presets({ agentId, choose }: PresetsProps) {
  const presets = usePresets(agentId);
  const filling = useMutation({
    mutationFn: (name: PresetName) => agentOf(agentId).policy.getPreset(name),
    onSuccess: ({ policy }) => choose(policy),
  });
  if (presets.isError) return <Problem error={presets.error} retry={() => void presets.refetch()} />;
  return (
    <>
      <ul class="cards" role="list" aria-label="Presets">
        {presets.data?.presets.map(({ name, description }) => (
          <li key={name} class="card">
            <strong>{name}</strong>
            <p class="quiet">{description}</p>
            <button
              type="button"
              class="small"
              aria-label={`Use the preset ${name}`}
              onClick={() => filling.mutate(name)}
            >
              Use
            </button>
          </li>
        ))}
      </ul>
      {filling.isError && <Problem error={filling.error} />}
    </>
  );
}
