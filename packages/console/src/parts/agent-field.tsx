import { useQuery } from '@tanstack/preact-query';
import { useId } from 'preact/hooks';
import { service } from '../data/client.ts';
import { useMay } from '../data/login.ts';

const OFFERED = 100;

interface AgentFieldProps {
  label: string;
  /** Agents that are not offered. */
  without: readonly string[];
  value: string;
  change: (agentId: string) => void;
}

/** The id of another agent. Who may list agents gets them offered. */
export function AgentField({ label, without, value, change }: AgentFieldProps) {
  const list = useId();
  const may = useMay();
  const agents = useQuery({
    queryKey: ['agents', 'offered'],
    queryFn: () => service.agents.list({ limit: OFFERED, includeCounts: false }),
    // A key of one agent cannot list others: an id can be typed all the same.
    enabled: may('listAgents'),
  });
  const offered = agents.data?.agents.filter(({ agentId }) => !without.includes(agentId)) ?? [];
  return (
    <label class="grow">
      {label}
      <input
        required
        list={list}
        maxLength={128}
        autocomplete="off"
        value={value}
        onInput={(event) => change(event.currentTarget.value.trim())}
      />
      <datalist id={list}>
        {offered.map(({ agentId }) => (
          <option key={agentId} value={agentId} />
        ))}
      </datalist>
    </label>
  );
}
