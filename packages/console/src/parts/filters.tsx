import { useEffect, useState } from 'preact/hooks';
import { useParameters } from '../data/address.ts';
import { MEMORY_TYPES, type MemoryType } from '../data/memory-types.ts';
import { useLater } from '../data/use-later.ts';
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
  const [{ type, tag, source, status }] = useParameters();
  return {
    ...(isType(type) && { type: [type] }),
    ...(tag && { tags: [tag] }),
    ...(source && { source: [source] }),
    status: STATUSES.find((each) => each === status) ?? 'active',
  };
}

export function FilterFields({ hasStatus = true }: { hasStatus?: boolean }) {
  const [values, change] = useParameters();
  return (
    <div class="filters" role="group" aria-label="Filters">
      <SelectField
        label="Type"
        value={values.type ?? ''}
        options={[['', 'Any'] as const, ...MEMORY_TYPES]}
        change={(type) => change({ type })}
      />
      <TextFilter label="Tag" name="tag" />
      <TextFilter label="Source" name="source" />
      {hasStatus && (
        <SelectField
          label="Status"
          value={values.status ?? 'active'}
          options={STATUSES}
          change={(status) => change({ status })}
        />
      )}
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
