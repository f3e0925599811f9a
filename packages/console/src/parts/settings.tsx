import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { rawCall } from '../data/http.ts';
import { Loading, Problem } from './problem.tsx';

type Value = string | number | boolean;

interface Setting {
  value: Value;
  source: string;
  locked: boolean;
}

const PATH = '/api/ui/config';

export const settingsQuery = { queryKey: ['settings'], queryFn: readSettings };

/** Settings are read as they are: their names are data, not fields. */
export function Settings() {
  const settings = useQuery(settingsQuery);
  return (
    <section class="panel" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <p class="quiet">
        A value comes from the environment, else from what is stored here, else from the file, else from the
        default. What the environment sets can only be changed there.
      </p>
      {settings.isPending && <Loading what="settings" />}
      {settings.isError && <Problem error={settings.error} retry={() => void settings.refetch()} />}
      <ul role="list" class="columns" aria-label="Settings">
        {Object.entries(settings.data ?? {}).map(([name, setting]) => (
          <SettingItem key={`${name}=${setting.value}`} name={name} setting={setting} />
        ))}
      </ul>
    </section>
  );
}

function SettingItem({ name, setting }: { name: string; setting: Setting }) {
  const [text, setText] = useState(String(setting.value));
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (value: Value | null) => changeSetting(name, value),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['settings'] }),
  });
  const isChanged = text !== String(setting.value);
  return (
    <li>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(asValue(text, setting.value));
        }}
      >
        <label class="grow">
          <span>
            {name} <span class="quiet">from {setting.source}</span>
          </span>
          {typeof setting.value === 'boolean' && !setting.locked ? (
            <select value={text} onChange={(event) => setText(event.currentTarget.value)}>
              <option>true</option>
              <option>false</option>
            </select>
          ) : (
            <input
              value={text}
              readOnly={setting.locked}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </label>
        {isChanged && (
          <button class="small primary" disabled={change.isPending} aria-label={`Change ${name}`}>
            Change
          </button>
        )}
        {setting.source === 'stored' && (
          <button
            type="button"
            class="small"
            aria-label={`Reset ${name}`}
            onClick={() => change.mutate(null)}
          >
            Reset
          </button>
        )}
      </form>
      {change.isError && <Problem error={change.error} />}
    </li>
  );
}

async function readSettings(): Promise<Record<string, Setting>> {
  const { settings } = await rawCall<{ settings: Record<string, Setting> }>('GET', PATH);
  return settings;
}

async function changeSetting(name: string, value: Value | null): Promise<void> {
  await rawCall('PATCH', PATH, { [name]: value });
}

function asValue(text: string, former: Value): Value {
  if (typeof former === 'boolean') return text === 'true';
  return typeof former === 'number' && text.trim() !== '' && Number.isFinite(Number(text))
    ? Number(text)
    : text;
}
