import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { utcOf } from '../parts/time.tsx';

interface DateTimeFieldProps {
  label: string;
  /** Null: none. */
  value: Date | null;
  change: (value: Date | null) => void;
  min?: Date | null;
  max?: Date | null;
  isDisabled?: boolean;
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const LEAST_YEAR = 1_000;

/** A local date and time, to the second. Its UTC is its description, and shown on hover. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, value, isDisabled = false } = props;
  const id = useId();
  const { field, reason, take, clear } = useMoment(props);
  return (
    <div class="field date-time" title={value ? utcOf(value) : undefined}>
      <label for={id}>{label}</label>
      <span class="date-time-row">
        <input
          ref={field}
          id={id}
          type="datetime-local"
          step={1}
          disabled={isDisabled}
          aria-invalid={reason !== null}
          aria-describedby={`${id}-more`}
          onChange={() => take(false)}
          onBlur={() => take(true)}
        />
        {value !== null && <ClearButton label={label} isDisabled={isDisabled} clear={clear} />}
      </span>
      <span id={`${id}-more`} class={reason ? 'reason' : 'unseen'} role={reason ? 'alert' : undefined}>
        {reason ?? (value ? utcOf(value) : 'Local time')}
      </span>
    </div>
  );
}

/** What stands in the field, and why it is not taken. */
function useMoment({ value, change, min = null, max = null }: DateTimeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState<string | null>(null);
  const known = value?.getTime() ?? null;
  useEffect(() => {
    const element = field.current;
    if (element && secondOf(momentOf(element)) !== secondOf(value))
      element.value = value ? localText(value) : '';
    setReason(null);
  }, [known]);
  const take = (isLeaving: boolean) => {
    const element = field.current;
    const moment = element && momentOf(element);
    // Half a date is no value yet, and no wish to have none.
    if (!element || (moment === null && element.validity.badInput)) return;
    const why = reasonOf(moment, min, max);
    // While a year is typed, its beginning is a year too.
    if (why === null || isLeaving) setReason(why);
    if (why === null && secondOf(moment) !== secondOf(value)) change(moment);
  };
  const clear = () => {
    setReason(null);
    if (field.current) field.current.value = '';
    change(null);
    field.current?.focus();
  };
  return { field, reason, take, clear };
}

interface ClearButtonProps {
  /** Of the field. */
  label: string;
  isDisabled: boolean;
  clear: () => void;
}

export function ClearButton({ label, isDisabled, clear }: ClearButtonProps) {
  return (
    <button type="button" class="small" disabled={isDisabled} aria-label={`Clear: ${label}`} onClick={clear}>
      Clear
    </button>
  );
}

function momentOf({ value }: HTMLInputElement): Date | null {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** The field has no parts of a second. */
function secondOf(moment: Date | null): number | null {
  return moment && Math.floor(moment.getTime() / SECOND_MS);
}

function reasonOf(moment: Date | null, min: Date | null, max: Date | null): string | null {
  if (moment === null) return null;
  if (moment.getFullYear() < LEAST_YEAR) return 'Choose a year of four digits.';
  if (min !== null && moment < new Date(Math.floor(min.getTime() / SECOND_MS) * SECOND_MS))
    return `Choose a time from ${min.toLocaleString()} on.`;
  return max !== null && moment > max ? `Choose a time up to ${max.toLocaleString()}.` : null;
}

/** As fields of this kind take it: `2026-05-01T14:30:05`, local. */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 19);
}
