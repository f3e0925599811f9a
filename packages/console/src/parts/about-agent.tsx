import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { type AgentRecord, service } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { useMutation } from '../data/use-mutation.ts';
import { useToast } from '../ui/toasts.tsx';
import { useUnsaved } from '../ui/unsaved.ts';
import { Facts } from './facts.tsx';
import { type DifferingField, NewerVersion } from './newer-version.tsx';
import { Problem } from './problem.tsx';
import { SelectField } from './select-field.tsx';
import { Time } from './time.tsx';

const LONGEST = 10_000;
const PATTERNS = [
  ['support', 'support: it helps people'],
  ['project', 'project: it works on something'],
  ['tool', 'tool: a program uses it'],
] as const;

type Draft = Pick<AgentRecord, 'pattern'> & { description: string };

/** What the agent is for, in words of people. */
export function AboutAgent({ agent }: { agent: AgentRecord }) {
  const mayChange = useMay()('updateAgent');
  return (
    <section class="panel" aria-labelledby="about-agent">
      <h2 id="about-agent">The agent</h2>
      {mayChange && <AboutForm key={agent.agentId} agent={agent} />}
      <Facts
        facts={[
          ['Description', mayChange ? null : agent.description],
          ['Made for', mayChange ? null : agent.pattern],
          ['Memories', agent.memoryCount.toLocaleString()],
          ['Created', <Time key="t" at={agent.createdAt} />],
          ['Last session', <Time key="t" at={agent.lastSession} />],
        ]}
      />
    </section>
  );
}

function AboutForm({ agent }: { agent: AgentRecord }) {
  const { draft, change, isChanged, saving, theirs, keepMine, takeTheirs } = useDraft(agent);
  return (
    <form
      aria-label="Describe the agent"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(null);
      }}
    >
      <label>
        Description, for people to read
        <textarea
          rows={2}
          dir="auto"
          maxLength={LONGEST}
          placeholder="What is this agent for?"
          value={draft.description}
          onInput={({ currentTarget }) => change({ ...draft, description: currentTarget.value })}
        />
      </label>
      <div class="row">
        <SelectField
          label="Made for"
          value={draft.pattern}
          options={PATTERNS}
          change={(pattern) => change({ ...draft, pattern })}
        />
        {theirs === null && <button disabled={!isChanged || saving.isPending}>Save the description</button>}
      </div>
      <p class="quiet">
        Both are for people, and for lists by pattern. They change nothing that the agent does.
      </p>
      {theirs !== null && (
        <NewerVersion
          what="The agent"
          fields={differing(theirs, draft)}
          isBusy={saving.isPending}
          keepMine={keepMine}
          takeTheirs={takeTheirs}
        />
      )}
      {saving.isError && <Problem error={saving.error} />}
    </form>
  );
}

/**
 * What is written, and how it is saved. An agent has no version for `If-Match`, so it is read again just before the save:
 * what somebody else saved since is shown, and not overwritten.
 */
function useDraft(agent: AgentRecord) {
  const [opened, setOpened] = useState(() => draftOf(agent));
  const [draft, change] = useState(opened);
  const [theirs, setTheirs] = useState<Draft | null>(null);
  const toast = useToast();
  const queries = useQueryClient();
  const isChanged = !isSame(draft, opened);
  useUnsaved(isChanged);
  const saving = useMutation({
    mutationFn: async (seen: Draft | null) => {
      const now = draftOf(await service.agents.get(agent.agentId, { includeCounts: false }));
      if (!isSame(now, seen ?? opened)) return now;
      await service.agents.update(agent.agentId, draft);
      return null;
    },
    onSuccess: (newer) => {
      setTheirs(newer);
      if (newer !== null) return;
      setOpened(draft);
      toast({ text: 'The description is saved.' });
      return refresh();
    },
  });
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['agent', agent.agentId] }),
      queries.invalidateQueries({ queryKey: ['agents'] }),
    ]);
  const takeTheirs = () => {
    if (theirs === null) return;
    setOpened(theirs);
    change(theirs);
    setTheirs(null);
    void refresh();
  };
  return { draft, change, isChanged, saving, theirs, keepMine: () => saving.mutate(theirs), takeTheirs };
}

function draftOf({ description, pattern }: AgentRecord): Draft {
  return { description: description ?? '', pattern };
}

function isSame(one: Draft, other: Draft): boolean {
  return one.description === other.description && one.pattern === other.pattern;
}

function differing(theirs: Draft, mine: Draft): DifferingField[] {
  const fields: DifferingField[] = [
    ['Description', theirs.description, mine.description],
    ['Made for', theirs.pattern, mine.pattern],
  ];
  return fields.filter(([, other, own]) => other !== own);
}
