import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { useAgentId } from '../data/address.ts';
import { counted } from '../data/attention.ts';
import { type AgentRecord, service } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { forgetPages } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { AboutAgent } from '../parts/about-agent.tsx';
import { AgentReads, readsQuery } from '../parts/agent-reads.tsx';
import { ImportAgent } from '../parts/import-agent.tsx';
import { Page } from '../parts/page.tsx';
import { Loading, NotAllowed, Problem } from '../parts/problem.tsx';
import { QuotaBlock } from '../parts/quotas.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Switch } from '../parts/switch.tsx';
import { AskedButton } from '../ui/asked-button.tsx';
import { useToast } from '../ui/toasts.tsx';

/** How is the agent set, and how is it taken along, emptied or deleted? */
export function AgentSettingsPage() {
  const agentId = useAgentId();
  const may = useMay();
  const agent = useQuery({
    queryKey: ['agent', agentId],
    queryFn: () => service.agents.get(agentId),
    enabled: may('getAgent'),
  });
  // What is shown before the rest would move when the rest comes.
  const reads = useQuery({ ...readsQuery(agentId), enabled: may('getAgentReads') });
  if (!may('getAgent'))
    return (
      <Page title="Settings">
        <NotAllowed what="see the settings of an agent" />
      </Page>
    );
  return (
    <Page title="Settings" lead="What the agent is for, what it may store and read, and what becomes of it.">
      {(agent.isPending || reads.isLoading) && <Loading what="the settings" />}
      {agent.isError && <Problem error={agent.error} retry={() => void agent.refetch()} />}
      {agent.data && !reads.isLoading && (
        <>
          <AboutAgent agent={agent.data} />
          <AgentReads agentId={agentId} />
          <Stored agent={agent.data} />
          <QuotaBlock key={agentId} agentId={agentId} />
          <Elsewhere agentId={agentId} />
          {may('importAgents') && <ImportAgent />}
          {may('deleteAgent') && <DeleteAgent agent={agent.data} />}
        </>
      )}
    </Page>
  );
}

const MODES = [
  ['default', 'as the service is set'],
  ['redact', 'replace them'],
  ['warn', 'store them, and say so'],
  ['block', 'refuse the memory'],
  ['off', 'store them'],
] as const;
const LINKS = [
  ['off', 'do not look for it'],
  ['link', 'say so, and let a person decide'],
  ['auto', 'make the older one history where it is certain'],
] as const;

/** What becomes of what is written. */
function Stored({ agent }: { agent: AgentRecord }) {
  const { agentId, redaction, redactionPersonal, supersession } = agent;
  const mayChange = useMay()('updateAgent');
  const toast = useToast();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (fields: Parameters<typeof service.agents.update>[1]) =>
      service.agents.update(agentId, fields),
    onSuccess: () => {
      toast({ text: 'Saved. It applies to what is written from now on.' });
      return queries.invalidateQueries({ queryKey: ['agent', agentId] });
    },
  });
  return (
    <section class="panel" aria-labelledby="stored">
      <h2 id="stored">What is written</h2>
      <fieldset class="plain filters" disabled={!mayChange || change.isPending}>
        <SelectField
          label="Passwords, keys and tokens"
          value={redaction}
          options={MODES}
          change={(value) => change.mutate({ redaction: value })}
        />
        <SelectField
          label="Addresses, numbers and other personal data"
          value={redactionPersonal}
          options={MODES}
          change={(value) => change.mutate({ redactionPersonal: value })}
        />
        <SelectField
          label="A memory that replaces or contradicts another"
          value={supersession}
          options={LINKS}
          change={(value) => change.mutate({ supersession: value })}
        />
      </fieldset>
      {change.isError && <Problem error={change.error} />}
    </section>
  );
}

function Elsewhere({ agentId }: { agentId: string }) {
  const may = useMay();
  const base = `/app/agents/${encodeURIComponent(agentId)}`;
  return (
    <section class="panel" aria-label="Take along, connect and forget">
      <div class="row">
        {may('exportAgent') && (
          <a
            class="button"
            href={`/api/v2/agents/${encodeURIComponent(agentId)}/export`}
            download={`${agentId}.ndjson`}
          >
            Export
          </a>
        )}
        <a class="button" href={`${base}/connect`}>
          Connect an editor
        </a>
        {may('forget') && (
          <a class="button" href={`${base}/forget`}>
            Forget somebody or something
          </a>
        )}
      </div>
      <p class="quiet">
        An export has the memories with their history, and the policy, as NDJSON lines of one instant.
      </p>
    </section>
  );
}

function DeleteAgent({ agent: { agentId, memoryCount } }: { agent: AgentRecord }) {
  const [withMemories, setWithMemories] = useState(false);
  const { route } = useLocation();
  const toast = useToast();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => service.agents.delete(agentId, { deleteMemories: withMemories }),
    onSuccess: () => {
      forgetPages(queries);
      toast({ text: `The agent ${agentId} is deleted.` });
      route('/app/');
    },
  });
  const memories = counted(memoryCount, 'memory', 'memories');
  return (
    <p>
      <AskedButton
        name="Delete the agent"
        class="danger"
        title={`Delete the agent ${agentId}?`}
        yes={withMemories ? `Delete it with ${memories}` : 'Delete the agent alone'}
        action={removal}
      >
        <p>
          Its sessions end. {withMemories ? 'Its memories are deleted for good.' : 'Its memories stay: an '}
          {!withMemories && 'agent that is created with this id again has them.'}
        </p>
        <Switch label={`Also delete its ${memories}`} isOn={withMemories} change={setWithMemories} />
      </AskedButton>
    </p>
  );
}
