import { useEffect, useRef } from 'preact/hooks';
import { keepFocus } from './focus.ts';
import { Menu, type MenuItem } from './menu.tsx';
import type { BulkProgress } from './use-bulk.ts';

interface SelectionBarProps {
  text: string;
  /** The name of the button that selects all that match; null where all are. */
  more: string | null;
  selectAll: () => void;
  clear: () => void;
  /** Null: nothing runs. */
  progress: BulkProgress | null;
  stop: () => void;
  items: readonly MenuItem[];
}

/** How many rows are selected, and what can be done to them; while that is done, how far it is. */
export function SelectionBar({ text, more, selectAll, clear, progress, stop, items }: SelectionBarProps) {
  return (
    <div class="selection-bar" role="region" aria-label="Selection">
      {progress ? (
        <Progress progress={progress} stop={stop} />
      ) : (
        <>
          <strong>{text}</strong>
          {more !== null && (
            <button type="button" class="small" onClick={selectAll}>
              {more}
            </button>
          )}
          <span class="row end">
            <Menu name="Actions" items={items} />
            <button type="button" onClick={clear}>
              Clear
            </button>
          </span>
        </>
      )}
    </div>
  );
}

function Progress({
  progress: { doing, handled, total },
  stop,
}: Pick<SelectionBarProps, 'stop'> & { progress: BulkProgress }) {
  const part =
    total === null ? handled.toLocaleString() : `${handled.toLocaleString()} of ${total.toLocaleString()}`;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    return keepFocus;
  }, []);
  return (
    <>
      <strong>
        {doing} {part}
      </strong>
      <progress aria-label={doing} {...(total !== null && { value: handled, max: total })} />
      <span class="row end">
        <button ref={button} type="button" onClick={stop}>
          Stop
        </button>
      </span>
    </>
  );
}
