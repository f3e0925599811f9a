import { useQueryClient } from '@tanstack/preact-query';
import { CLIENTS, connectBlocks, KEY_PLACE } from '../data/connect-blocks.ts';
import { useParameters } from '../data/address.ts';
import { service } from '../data/client.ts';
import { useLogin, useMay } from '../data/login.ts';
import { useMutation } from '../data/use-mutation.ts';
import { CopyBlock } from './copy-block.tsx';
import { Problem } from './problem.tsx';
import { SelectField } from './select-field.tsx';
import { Switch } from './switch.tsx';

const LONGEST_NAME = 64;

/** The blocks that connect an editor or a program to an agent, with a key where one is needed. */
export function ConnectAgent({ agentId }: { agentId: string }) {
  const { by } = useLogin();
  const [{ client = 'claude-code', away = by === 'local' ? '0' : '1' }, change] = useParameters();
  const isAway = away === '1';
  const keyMaking = useKeyMaking(agentId);
  const key = isAway ? (keyMaking.data?.key ?? KEY_PLACE) : null;
  const { name, blocks, next } = connectBlocks(client, { service: location.origin, agentId, key });
  return (
    <section class="panel" aria-labelledby="connect">
      <h2 id="connect">1. Put this where {name} reads it</h2>
      <div class="row">
        <SelectField
          label="Editor or program"
          value={client}
          options={CLIENTS}
          change={(id) => change({ client: id })}
          isWide
        />
        <Switch
          label="It runs on another machine, or this service asks for a key"
          isOn={isAway}
          change={(isOn) => change({ away: isOn ? '1' : '0' })}
        />
      </div>
      {isAway && <KeyPlace name={name} making={keyMaking} />}
      {blocks.map(({ name: block, text }) => (
        <CopyBlock key={block} name={`${name}: ${block}`} text={text} />
      ))}
      <h2>2. Start it</h2>
      <p>{next}</p>
    </section>
  );
}

type KeyMaking = ReturnType<typeof useKeyMaking>;

function useKeyMaking(agentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (client: string) =>
      service.keys.create({
        name: `${client} of ${agentId}`.slice(0, LONGEST_NAME),
        agents: [agentId],
        access: 'write',
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
}

function KeyPlace({ name, making }: { name: string; making: KeyMaking }) {
  const may = useMay()('createKey');
  if (making.data)
    return (
      <p role="status">
        The key is in the text below. <strong>Copy it now:</strong> it is shown this once. It may read and
        write this agent; System lists it, and revokes it.
      </p>
    );
  if (!may)
    return (
      <p>
        It needs a key. Ask the person who manages this service for one, and put it in place of{' '}
        <code>{KEY_PLACE}</code>.
      </p>
    );
  return (
    <>
      <div class="row">
        <button type="button" class="primary" disabled={making.isPending} onClick={() => making.mutate(name)}>
          Make a key for it
        </button>
        <span class="quiet">
          Or put one that you have in place of <code>{KEY_PLACE}</code>.
        </span>
      </div>
      {making.isError && <Problem error={making.error} />}
    </>
  );
}
