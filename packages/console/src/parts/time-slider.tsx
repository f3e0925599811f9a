import { fullOf } from './time.tsx';

const STEPS = 1_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

interface TimeSliderProps {
  /** Null while it is not known. */
  from: Date | null;
  to: Date;
  /** Null: now. */
  at: Date | null;
  onChange: (at: Date | null) => void;
}

/** Chooses a moment. Its right end is now. It is off until its left end is known. */
export function TimeSlider({ from, to, at, onChange }: TimeSliderProps) {
  const end = to.getTime();
  // The left end is the moment before the first memory.
  const start = (from ?? to).getTime() - 1;
  const span = end - start;
  const step = at === null ? STEPS : Math.max(0, Math.round(((at.getTime() - start) / span) * STEPS));
  const move = (place: number) => onChange(place >= STEPS ? null : new Date(start + (span * place) / STEPS));
  const shift = (ms: number) => {
    const time = Math.max(start, (at ?? to).getTime() + ms);
    onChange(time >= end ? null : new Date(time));
  };
  const text = at === null ? 'now' : fullOf(at);
  return (
    <section class="slider" aria-label="Time">
      <div class="slider-head">
        <label for="as-of">As of</label>
        <output for="as-of">{text}</output>
        <ExactTime at={at} most={to} onChange={onChange} />
        <span class="slider-buttons">
          <button type="button" class="small" disabled={from === null} onClick={() => shift(-DAY_MS)}>
            Day before
          </button>
          <button type="button" class="small" disabled={at === null} onClick={() => shift(DAY_MS)}>
            Day after
          </button>
          <button type="button" class="small" disabled={at === null} onClick={() => onChange(null)}>
            Now
          </button>
        </span>
      </div>
      <input
        id="as-of"
        type="range"
        min={0}
        max={STEPS}
        disabled={from === null}
        value={step}
        aria-valuetext={text}
        onInput={(event) => move(event.currentTarget.valueAsNumber)}
      />
      <div class="slider-ends quiet">
        <span>{from === null ? '…' : fullOf(from)}</span>
        <span>now</span>
      </div>
    </section>
  );
}

/** The same moment, typed. Local time. */
function ExactTime({
  at,
  most,
  onChange,
}: {
  at: Date | null;
  most: Date;
  onChange: (at: Date | null) => void;
}) {
  return (
    <input
      type="datetime-local"
      aria-label="Exact time"
      class="exact"
      max={localText(most)}
      value={at === null ? '' : localText(at)}
      onChange={({ currentTarget: { value } }) => {
        const moment = new Date(value);
        onChange(Number.isNaN(moment.getTime()) || moment >= most ? null : moment);
      }}
    />
  );
}

/** As fields of this kind take it: `2026-05-01T14:30`, local. */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}
