import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { rawCall } from '../data/http.ts';
import { SECRETS, settingGroup, settingText, settingTitle } from '../data/setting-words.ts';
import { useMutation } from '../data/use-mutation.ts';
import { Loading, Problem } from './problem.tsx';

type Value = string | number | boolean;

interface Setting {
  value: Value;
  source: string;
  locked: boolean;
}

const SOURCES: Record<string, string> = {
  environment: 'fixed by the environment',
  stored: 'set here',
  file: 'from the configuration file',
  default: 'as by default',
};

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
      {groupsOf(settings.data ?? {}).map(([title, rows]) => (
        <section key={title} class="compact" aria-label={title}>
          <h3>{title}</h3>
          {title === SECRETS ? <Secrets rows={rows} /> : <Changeable rows={rows} />}
        </section>
      ))}
    </section>
  );
}

type Row = readonly [name: string, setting: Setting];

function groupsOf(settings: Record<string, Setting>): [title: string, rows: Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of Object.entries(settings)) {
    const title = settingGroup(row[0]);
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  return [...groups];
}

function Changeable({ rows }: { rows: readonly Row[] }) {
  return (
    <ul role="list" class="columns">
      {rows.map(([name, setting]) => (
        <SettingItem key={`${name}=${setting.value}`} name={name} setting={setting} />
      ))}
    </ul>
  );
}

/** Their values are shown nowhere, and are not changed here. */
function Secrets({ rows }: { rows: readonly Row[] }) {
  return (
    <ul role="list" class="columns">
      {rows.map(([name, { value }]) => (
        <li key={name}>
          <strong>{settingTitle(name)}</strong>{' '}
          <span class={value === 'set' ? 'state good' : 'type'}>{value === 'set' ? 'set' : 'not set'}</span>
          <p class="quiet">{settingText(name)}</p>
        </li>
      ))}
    </ul>
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
            {settingTitle(name)} <span class="quiet">{SOURCES[setting.source] ?? setting.source}</span>
          </span>
          <span class="quiet">{settingText(name)}</span>
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
          <button
            class="small primary"
            disabled={change.isPending}
            aria-label={`Change ${settingTitle(name)}`}
          >
            Change
          </button>
        )}
        {setting.source === 'stored' && (
          <button
            type="button"
            class="small"
            aria-label={`Reset ${settingTitle(name)}`}
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
