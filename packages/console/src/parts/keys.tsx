import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { service } from '../data/client.ts';
import { listOf } from '../data/about-draft.ts';
import { AskedButton } from '../ui/asked-button.tsx';
import { CopyBlock } from './copy-block.tsx';
import { Problem } from './problem.tsx';
import { SelectField } from './select-field.tsx';
import { Time } from './time.tsx';

type Key = Awaited<ReturnType<typeof service.keys.list>>['keys'][number];
type Access = Key['access'];
const LEVELS: readonly Access[] = ['read', 'write', 'create', 'manage'];

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

function CreateKey() {
  const [name, setName] = useState('');
  const [agents, setAgents] = useState('*');
  const [access, setAccess] = useState<Access>('write');
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: () => service.keys.create({ name: name.trim(), agents: listOf(agents), access }),
    onSuccess: () => {
      setName('');
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
        <label class="grow">
          Name
          <input
            required
            maxLength={64}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="grow">
          Agents (ids, or a prefix and *)
          <input required value={agents} onInput={(event) => setAgents(event.currentTarget.value)} />
        </label>
        <SelectField label="Access" value={access} options={LEVELS} change={setAccess} />
        <button class="primary" disabled={creation.isPending}>
          Create key
        </button>
      </form>
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
