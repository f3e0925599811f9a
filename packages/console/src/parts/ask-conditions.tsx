import { useParameters } from '../data/address.ts';
import type { Asked } from '../data/asked.ts';
import { DateTimeField } from '../ui/date-time.tsx';
import { FilterFields, TextFilter } from './filters.tsx';
import { fullOf } from './time.tsx';
import { Switch } from './switch.tsx';

/** Times and filters of a question, as recalls and answers take them. */
export function AskConditions({ asked }: { asked: Asked }) {
  const [, change] = useParameters();
  const { wants, asOf, validAt, hasAll, hasSuperseded } = asked;
  const isRecall = wants === 'memories';
  return (
    <>
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
