import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { NotFoundError, service } from '../data/client.ts';
import { listOf } from '../data/about-draft.ts';
import { useLater } from '../data/use-later.ts';
import { useMutation } from '../data/use-mutation.ts';
import { AskedButton } from '../ui/asked-button.tsx';
import { CopyBlock } from './copy-block.tsx';
import { Problem } from './problem.tsx';
import { SelectField } from './select-field.tsx';
import { Time } from './time.tsx';

type Key = Awaited<ReturnType<typeof service.keys.list>>['keys'][number];
type Access = Key['access'];
const LEVELS: readonly (readonly [Access, string])[] = [
  ['read', 'read: look'],
  ['write', 'write: also change memories'],
  ['create', 'create: also create agents'],
  ['manage', 'manage: also policies, export, deletion'],
];
/** Days until a key ends; empty: it does not end. */
const LIVES = [
  ['', 'never'],
  ['1', 'in a day'],
  ['7', 'in a week'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
] as const;
const DAY_MS = 86_400_000;
const TYPING_MS = 400;
const MOST_RATE = 1_000_000;

export function Keys({ keys }: { keys: readonly Key[] }) {
  return (
    <section class="panel" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <p class="quiet">
        For editors and programs, here and on other machines. A key is shown once, when it is created.
      </p>
      <CreateKey />
      {keys.length > 0 && (
        <ul role="list" aria-label="Keys">
          {keys.map((key) => (
            <KeyItem key={key.keyId} item={key} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface KeyDraft {
  name: string;
  agents: string;
  access: Access;
  /** Days, or empty. */
  life: (typeof LIVES)[number][0];
  rate: string;
}

const EMPTY_KEY: KeyDraft = { name: '', agents: '*', access: 'write', life: '', rate: '' };

function CreateKey() {
  const [draft, setDraft] = useState(EMPTY_KEY);
  const missing = useMissingAgents(draft.agents);
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: () => service.keys.create(keyOf(draft)),
    onSuccess: () => {
      setDraft({ ...draft, name: '' });
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          creation.mutate();
        }}
      >
        <KeyFields draft={draft} change={(fields) => setDraft({ ...draft, ...fields })} />
        <button class="primary" disabled={creation.isPending}>
          Create key
        </button>
      </form>
      {missing.length > 0 && (
        <p class="reason" role="status">
          There is no agent {missing.join(', ')} yet. The key will be for it once it is created.
        </p>
      )}
      {creation.isError && <Problem error={creation.error} />}
      {creation.data && (
        <div role="status">
          <p>
            <strong>Copy the key now:</strong> the service keeps only its digest.
          </p>
          <CopyBlock name={`Key ${creation.data.name}`} text={creation.data.key} />
        </div>
      )}
    </>
  );
}

function keyOf({ name, agents, access, life, rate }: KeyDraft) {
  return {
    name: name.trim(),
    agents: listOf(agents),
    access,
    ...(life !== '' && { expiresAt: new Date(Date.now() + Number(life) * DAY_MS).toISOString() }),
    ...(rate !== '' && { rateLimitPerMinute: Number(rate) }),
  };
}

interface KeyFieldsProps {
  draft: KeyDraft;
  change: (fields: Partial<KeyDraft>) => void;
}

function KeyFields({ draft, change }: KeyFieldsProps) {
  return (
    <>
      <label class="grow">
        Name
        <input
          required
          maxLength={64}
          value={draft.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </label>
      <label class="grow">
        Agents: ids, or a prefix and *
        <input
          required
          value={draft.agents}
          // The browser says it at the field when the form is sent.
          ref={(element) => element?.setCustomValidity(agentsProblem(draft.agents))}
          onInput={(event) => change({ agents: event.currentTarget.value })}
        />
      </label>
      <SelectField
        label="Access"
        value={draft.access}
        options={LEVELS}
        change={(access) => change({ access })}
      />
      <SelectField label="Ends" value={draft.life} options={LIVES} change={(life) => change({ life })} />
      <label>
        Requests a minute
        <input
          type="number"
          min="1"
          max={MOST_RATE}
          placeholder="no limit"
          value={draft.rate}
          onInput={(event) => change({ rate: event.currentTarget.value })}
        />
      </label>
    </>
  );
}

/** What is wrong with the agents of the form, in words; empty for nothing. */
function agentsProblem(agents: string): string {
  const wrong = listOf(agents).find((each) => !/^[A-Za-z0-9_-]{0,128}\*?$/.test(each));
  return wrong === undefined
    ? ''
    : `“${wrong}” is no id: an id has letters, digits, _ and -, and may end with *.`;
}

/** The ids that are typed and that no agent has. */
function useMissingAgents(agents: string): string[] {
  const settled = useLater(agents, TYPING_MS);
  const ids = listOf(settled).filter((each) => !each.includes('*') && agentsProblem(each) === '');
  const missing = useQuery({
    queryKey: ['missing-agents', ids],
    queryFn: async () => {
      const found = await Promise.all(ids.map(isMissing));
      return ids.filter((_, at) => found[at]);
    },
    enabled: ids.length > 0,
  });
  return ids.length > 0 ? (missing.data ?? []) : [];
}

function isMissing(agentId: string): Promise<boolean> {
  return service.agents.get(agentId, { includeCounts: false }).then(
    () => false,
    (error: unknown) => error instanceof NotFoundError,
  );
}

function KeyItem({ item }: { item: Key }) {
  const queries = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => service.keys.revoke(item.keyId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
  return (
    <li class="memory row">
      <span class="grow">
        <strong dir="auto">{item.name}</strong> <span class="type">{item.access}</span>{' '}
        <span class="quiet">
          {item.agents.join(', ')} · created <Time at={item.createdAt} form="ago" /> · last used{' '}
          <Time at={item.lastUsedAt} form="ago" />
          {item.expiresAt !== null && (
            <>
              {' '}
              · until <Time at={item.expiresAt} />
            </>
          )}
        </span>
      </span>
      <AskedButton
        name="Revoke"
        label={`Revoke: ${item.name}`}
        class="small danger"
        title={`Revoke ${item.name}?`}
        yes="Revoke for good"
        action={revocation}
      >
        <p>Its programs are refused at once. A revoked key does not come back.</p>
      </AskedButton>
    </li>
  );
}
