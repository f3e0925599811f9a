import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAgentId, useListParameter, useParameters } from '../data/address.ts';
import { countsQuery } from '../data/counts.ts';
import { useMay } from '../data/login.ts';
import { MEMORY_TYPES, type MemoryType } from '../data/memory-types.ts';
import { useLater } from '../data/use-later.ts';
import { Combobox } from '../ui/combobox.tsx';
import { SelectField } from './select-field.tsx';

const STATUSES = ['active', 'expired', 'all'] as const;
export type Status = (typeof STATUSES)[number];

export interface Filters {
  type?: MemoryType[];
  tags?: string[];
  source?: string[];
  status: Status;
}

const TYPING_MS = 300;

/** The filters that the address holds. */
export function useFilters(): Filters {
  const [{ type, status }] = useParameters();
  const [tags] = useListParameter('tag');
  const [source] = useListParameter('source');
  return {
    ...(isType(type) && { type: [type] }),
    ...(tags.length > 0 && { tags }),
    ...(source.length > 0 && { source }),
    status: STATUSES.find((each) => each === status) ?? 'active',
  };
}

const NONE = { type: null, tag: null, source: null, status: null };

interface FilterFieldsProps {
  hasStatus?: boolean;
  /** Whether words, which memories have, are a filter too. */
  hasWords?: boolean;
}

/** Tags and sources are suggested with their numbers, and may be several: any of them is enough. */
export function FilterFields({ hasStatus = true, hasWords = false }: FilterFieldsProps) {
  const [values, change] = useParameters();
  const box = useRef<HTMLDivElement>(null);
  const none = hasWords ? { ...NONE, q: null } : NONE;
  const isFiltered = Object.keys(none).some((name) => values[name] !== undefined);
  const clear = () => {
    change(none);
    // The button is off then, and would lose the focus.
    box.current?.querySelector<HTMLElement>('input, select')?.focus();
  };
  return (
    <div ref={box} class="filters" role="group" aria-label="Filters">
      {hasWords && <TextFilter label="Find by words" name="q" />}
      <SelectField
        label="Type"
        value={values.type ?? ''}
        options={[['', 'Any'] as const, ...MEMORY_TYPES]}
        change={(type) => change({ type })}
      />
      <NameFilter label="Tag" name="tag" maxLength={64} />
      <NameFilter label="Source" name="source" maxLength={64} />
      {hasStatus && (
        <SelectField
          label="Status"
          value={values.status ?? 'active'}
          options={STATUSES}
          change={(status) => change({ status: status === 'active' ? null : status })}
        />
      )}
      <button type="button" disabled={!isFiltered} onClick={clear}>
        Clear filters
      </button>
    </div>
  );
}

interface NameFilterProps {
  label: string;
  name: 'tag' | 'source';
  maxLength: number;
}

function NameFilter({ label, name, maxLength }: NameFilterProps) {
  const agentId = useAgentId();
  const [values, change] = useListParameter(name);
  const [typed, setTyped] = useState<string | null>(null);
  const part = useLater(typed, TYPING_MS);
  const may = useMay();
  const known = useQuery({
    ...countsQuery({ by: name, agentId, part: part?.trim() }),
    // Only who looks for one needs them.
    enabled: part !== null && may('getCounts'),
    placeholderData: keepPreviousData,
  });
  // Those of what was typed before are shown until others are there.
  const text = (typed ?? '').trim().toLowerCase();
  const suggested = (known.data?.groups ?? []).filter((group) => group.name.toLowerCase().includes(text));
  return (
    <div onFocusIn={() => setTyped((text) => text ?? '')}>
      <Combobox
        label={label}
        values={values}
        change={change}
        suggestions={suggested.map(({ name: value, count }) => ({ value, count }))}
        onType={setTyped}
        maxLength={maxLength}
        placeholder="Any"
      />
    </div>
  );
}

/** A parameter of the address, which follows what is typed. */
export function TextFilter({ label, name }: { label: string; name: string }) {
  const [values, change] = useParameters();
  const known = values[name] ?? '';
  const [text, setText] = useState(known);
  const typed = useLater(text, TYPING_MS);
  useEffect(() => setText(known), [known]);
  useEffect(() => {
    if (typed === text && typed.trim() !== known) change({ [name]: typed.trim() });
  }, [typed]);
  return (
    <label>
      {label}
      <input value={text} autocomplete="off" onInput={(event) => setText(event.currentTarget.value)} />
    </label>
  );
}

function isType(text: string | undefined): text is MemoryType {
  return MEMORY_TYPES.some((each) => each === text);
}
