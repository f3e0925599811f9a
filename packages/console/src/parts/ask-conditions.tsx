import { useState } from 'preact/hooks';
import { useParameters } from '../data/address.ts';
import type { Asked } from '../data/asked.ts';
import { DateTimeField } from '../ui/date-time.tsx';
import { FilterFields, TextFilter } from './filters.tsx';
import { fullOf } from './time.tsx';
import { Switch } from './switch.tsx';

/** Parameters of the address. */
const RECALL_ONLY = ['type', 'tag', 'source', 'status', 'at'];
const SHARED = ['valid', 'scope'];

/** Times and filters of a question, as recalls and answers take them. */
export function AskConditions({ asked }: { asked: Asked }) {
  const [values, change] = useParameters();
  const names = asked.wants === 'memories' ? [...RECALL_ONLY, ...SHARED] : SHARED;
  const count = names.filter((name) => values[name]).length;
  const [isOpen, setOpen] = useState(count > 0);
  const { wants, asOf, validAt, hasAll, hasSuperseded } = asked;
  const isRecall = wants === 'memories';
  return (
    <>
      <details class="panel" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Times and filters{count > 0 && `: ${count} set`}</summary>
        <div class="compact">
          {isRecall && <FilterFields hasStatus={asOf === null} />}
          <div class="filters">
            {isRecall && (
              <DateTimeField
                label="As of: what was known then"
                value={asOf}
                max={new Date()}
                change={(at) => change({ at: at && at.toISOString() })}
              />
            )}
            <DateTimeField
              label="Valid at: what held then"
              value={validAt}
              change={(at) => change({ valid: at && at.toISOString() })}
            />
            <TextFilter label="Scope" name="scope" />
          </div>
        </div>
      </details>
      {!isRecall && asOf && (
        <p class="quiet">
          As of {fullOf(asOf)} counts for finding memories only. An answer is always from what is known now.
        </p>
      )}
      <div class="row">
        {isRecall && (
          <Switch
            label="Only what bears on the question"
            isOn={!hasAll}
            change={(isOn) => change({ all: isOn ? null : '1' })}
          />
        )}
        <Switch
          label="Also what no longer holds"
          isOn={hasSuperseded}
          change={(isOn) => change({ superseded: isOn ? '1' : null })}
        />
      </div>
    </>
  );
}
