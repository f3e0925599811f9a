import { useEffect, useState } from 'preact/hooks';
import { useParameters } from '../data/address.ts';
import { MEMORY_TYPES, type MemoryType } from '../data/memory-types.ts';
import { useLater } from '../data/use-later.ts';

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
      <label>
        Type
        <select value={values.type ?? ''} onChange={(event) => change({ type: event.currentTarget.value })}>
          <option value="">Any</option>
          {MEMORY_TYPES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <TextFilter label="Tag" name="tag" />
      <TextFilter label="Source" name="source" />
      {hasStatus && (
        <label>
          Status
          <select
            value={values.status ?? 'active'}
            onChange={(event) => change({ status: event.currentTarget.value })}
          >
            {STATUSES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function TextFilter({ label, name }: { label: string; name: string }) {
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
