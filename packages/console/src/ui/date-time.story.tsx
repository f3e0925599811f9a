import { useState } from 'preact/hooks';
import { DateTimeField } from './date-time.tsx';

export function Story() {
  const [value, change] = useState<Date | null>(null);
  return (
    <>
      <DateTimeField label="Exact time" value={value} change={change} />
      <p role="status">{value === null ? 'No time' : value.toISOString()}</p>
      <DateTimeField label="Not now" value={new Date(0)} change={() => undefined} isDisabled />
    </>
  );
}
