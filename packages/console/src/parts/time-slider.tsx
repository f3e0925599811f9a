import { fullOf } from './time.tsx';

const STEPS = 1_000;
const DAY_MS = 86_400_000;

interface TimeSliderProps {
  from: Date;
  to: Date;
  /** Null: now. */
  at: Date | null;
  onChange: (at: Date | null) => void;
}

/** Chooses a moment. Its right end is now. */
export function TimeSlider({ from, to, at, onChange }: TimeSliderProps) {
  const span = Math.max(1, to.getTime() - from.getTime());
  const step = at === null ? STEPS : Math.round(((at.getTime() - from.getTime()) / span) * STEPS);
  const move = (place: number) =>
    onChange(place >= STEPS ? null : new Date(from.getTime() + (span * place) / STEPS));
  const shift = (ms: number) => {
    const time = Math.max(from.getTime(), (at ?? to).getTime() + ms);
    onChange(time >= to.getTime() ? null : new Date(time));
  };
  const text = at === null ? 'now' : fullOf(at);
  return (
    <section class="slider" aria-label="Time">
      <div class="slider-head">
        <label for="as-of">As of</label>
        <output for="as-of">{text}</output>
        <span class="slider-buttons">
          <button type="button" class="small" onClick={() => shift(-DAY_MS)}>
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
        value={step}
        aria-valuetext={text}
        onInput={(event) => move(event.currentTarget.valueAsNumber)}
      />
      <div class="slider-ends quiet">
        <span>{fullOf(from)}</span>
        <span>now</span>
      </div>
    </section>
  );
}
