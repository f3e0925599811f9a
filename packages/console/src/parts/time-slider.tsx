import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { useParameters } from '../data/address.ts';
import { countsQuery } from '../data/counts.ts';
import { startOf } from '../data/time-parts.ts';
import { useMay } from '../data/login.ts';
import { DateTimeField } from '../ui/date-time.tsx';
import { passFocus } from '../ui/focus.ts';
import { CountTable, Density } from './density.tsx';
import { dateOf, fullOf } from './time.tsx';

/** Parts of the time: one press of an arrow key moves by one, Page Up and Page Down by ten. */
const PARTS = 120;
const PAGE = 10;
const STEP_MS = 700;
/** Ids of what has the focus after a button that is off or gone then. */
const SLIDER = 'as-of';
const SPAN = 'span-from';
const CHOOSE = 'choose-span';

interface TimeSliderProps {
  agentId: string;
  /** When the agent began; null while it is not known. */
  from: Date | null;
  to: Date;
  /** Null: now. */
  at: Date | null;
  onChange: (at: Date | null) => void;
}

/**
 * Chooses a moment on a chart of when memories were created. Its right end is now. It is off until its left end is known.
 * A span of the chart, which the address holds, can be shown alone, and its ends compared.
 */
export function TimeSlider(props: TimeSliderProps) {
  const { agentId, from, to, at, onChange } = props;
  const may = useMay()('getCounts');
  const { counts, time, place, move, choose, brush, ends } = useTime(props, may);
  const text = at === null ? 'now' : fullOf(at);
  return (
    <section class="slider" aria-label="Time">
      <div class="slider-head">
        <label for={SLIDER}>As of</label>
        <output for={SLIDER}>{text}</output>
        <DateTimeField label="Exact time" value={at} max={to} change={onChange} />
        <Play isOff={from === null} at={at} place={place} move={move} />
        <button
          type="button"
          class="small"
          disabled={at === null}
          onClick={() => {
            onChange(null);
            passFocus(SLIDER);
          }}
        >
          Now
        </button>
      </div>
      {may && <Density counts={counts} parts={PARTS} at={place} brush={brush} choose={choose} />}
      <Ticks id={SLIDER} isOff={from === null} text={text} place={place} move={move} />
      <div class="slider-ends quiet">
        <span>{ends.from}</span>
        <span>{ends.to}</span>
      </div>
      {may && (
        <div class="slider-span">
          <SpanFields agentId={agentId} places={brush} time={time} isOff={from === null} choose={choose} />
          {counts && <CountTable name="Memories by time and type" counts={counts} parts={PARTS} />}
        </div>
      )}
    </section>
  );
}

/** The time that is shown, with its numbers, and the places in it. */
function useTime({ agentId, from, to, at, onChange }: TimeSliderProps, may: boolean) {
  const [values, change] = useParameters();
  const zoom = spanOf(values.since, values.until);
  const { data: counts } = useQuery({
    ...countsQuery({ by: 'type', agentId, buckets: PARTS, since: zoom?.from, until: zoom?.to }),
    // After the list, which is what people wait for.
    enabled: may && from !== null,
    placeholderData: keepPreviousData,
  });
  // The left end is the moment before the first memory.
  const whole = { since: new Date((from ?? to).getTime() - 1), until: to };
  const time = zoom ? { since: zoom.from, until: zoom.to } : whole;
  const move = (next: number) => {
    const moment = startOf(time, Math.max(0, Math.min(PARTS, next)), PARTS);
    onChange(moment >= to ? null : moment);
  };
  const span = spanOf(values.from, values.to);
  const choose = (first: number, last: number) =>
    change({ from: startOf(time, first, PARTS).toISOString(), to: startOf(time, last, PARTS).toISOString() });
  return {
    counts,
    time,
    place: placeIn(time, at ?? to),
    move,
    choose,
    brush: span && { from: placeIn(time, span.from), to: placeIn(time, span.to) },
    ends: zoom
      ? { from: fullOf(zoom.from), to: fullOf(zoom.to) }
      : { from: from ? fullOf(from) : '…', to: 'now' },
  };
}

interface TicksProps {
  id: string;
  isOff: boolean;
  /** The moment, for people. */
  text: string;
  place: number;
  move: (place: number) => void;
  /** Where there is no visible label. */
  label?: string;
}

/** A slider over the parts of the time. */
function Ticks({ id, isOff, text, place, move, label }: TicksProps) {
  return (
    <input
      id={id}
      type="range"
      min={0}
      max={PARTS}
      disabled={isOff}
      value={Math.round(place)}
      aria-label={label}
      aria-valuetext={text}
      onInput={(event) => move(event.currentTarget.valueAsNumber)}
      onKeyDown={(event) => {
        const by = { PageUp: PAGE, PageDown: -PAGE }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        move(Math.round(place) + by);
      }}
    />
  );
}

interface PlayProps {
  isOff: boolean;
  at: Date | null;
  place: number;
  move: (place: number) => void;
}

/** Moves on by itself, up to now; step by step for people who want nothing to move. */
function Play({ isOff, at, place, move }: PlayProps) {
  const [isPlaying, setPlaying] = useState(false);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const hasEnded = at === null || place >= PARTS;
  useEffect(() => {
    if (!isPlaying) return;
    if (hasEnded) setPlaying(false);
    const timer = setTimeout(() => move(Math.floor(place) + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, place, hasEnded]);
  const step = (by: number) => () => {
    const next = (by < 0 ? Math.ceil(place) : Math.floor(place)) + by;
    move(next);
    if (next <= 0 || next >= PARTS) passFocus(SLIDER);
  };
  const play = () => {
    // From the beginning where the end was reached.
    if (!isPlaying && hasEnded) move(0);
    setPlaying(!isPlaying);
  };
  return (
    <span class="slider-buttons">
      <button type="button" class="small" disabled={isOff || place <= 0} onClick={step(-1)}>
        Step back
      </button>
      <button type="button" class="small" disabled={isOff || hasEnded} onClick={step(1)}>
        Step on
      </button>
      {!isStill && (
        <button type="button" class="small" disabled={isOff} onClick={play}>
          {isPlaying ? 'Pause' : 'Play'}
        </button>
      )}
    </span>
  );
}

interface SpanFieldsProps {
  agentId: string;
  places: { from: number; to: number } | null;
  time: { since: Date; until: Date };
  isOff: boolean;
  choose: (from: number, to: number) => void;
}

/** The ends of the chosen span, and what can be done with it. */
function SpanFields({ agentId, places, time, isOff, choose }: SpanFieldsProps) {
  const [{ since, from, to }, change] = useParameters();
  const base = `/app/agents/${encodeURIComponent(agentId)}/compare`;
  const set = (changes: Parameters<typeof change>[0], next: string) => {
    change(changes);
    passFocus(next);
  };
  const showAll = () => set({ since: null, until: null }, places === null ? CHOOSE : SPAN);
  const close = (zoom: object) => set({ ...zoom, from: null, to: null }, CHOOSE);
  if (places === null)
    return (
      <p class="row">
        <ChooseSpan isOff={isOff} choose={choose} />
        {since !== undefined && <AllTime clear={showAll} />}
        <a class="button small" href={base}>
          Compare two moments
        </a>
      </p>
    );
  const text = (place: number) => fullOf(startOf(time, place, PARTS));
  const ends = { from: places.from, to: Math.max(places.to, places.from) };
  return (
    <fieldset class="span">
      <legend>
        Span: {text(ends.from)} to {text(ends.to)}
      </legend>
      <Ticks
        id={SPAN}
        label="Beginning of the span"
        isOff={isOff}
        text={text(ends.from)}
        place={ends.from}
        move={(place) => choose(Math.max(0, Math.min(place, ends.to - 1)), ends.to)}
      />
      <Ticks
        id="span-to"
        label="End of the span"
        isOff={isOff}
        text={text(ends.to)}
        place={ends.to}
        move={(place) => choose(ends.from, Math.min(PARTS, Math.max(place, ends.from + 1)))}
      />
      <div class="row menu">
        <button type="button" class="small" onClick={() => close({ since: from ?? null, until: to ?? null })}>
          Zoom to it
        </button>
        {since !== undefined && <AllTime clear={showAll} />}
        <a
          class="button small"
          href={`${base}?${new URLSearchParams({ from: from ?? '', to: to ?? '' }).toString()}`}
        >
          Compare its ends
        </a>
        <button type="button" class="small" onClick={() => close({})}>
          Clear the span
        </button>
      </div>
    </fieldset>
  );
}

/** The newer half, as a start. */
function ChooseSpan({ isOff, choose }: Pick<SpanFieldsProps, 'isOff' | 'choose'>) {
  const open = () => {
    choose(PARTS / 2, PARTS);
    passFocus(SPAN);
  };
  return (
    <button id={CHOOSE} type="button" class="small" disabled={isOff} onClick={open}>
      Choose a span
    </button>
  );
}

function AllTime({ clear }: { clear: () => void }) {
  return (
    <button type="button" class="small" onClick={clear}>
      Show all time
    </button>
  );
}

function spanOf(from: string | undefined, to: string | undefined): { from: Date; to: Date } | null {
  const [first, last] = [dateOf(from), dateOf(to)];
  return first !== null && last !== null && first < last ? { from: first, to: last } : null;
}

function placeIn({ since, until }: { since: Date; until: Date }, moment: Date): number {
  const share = (moment.getTime() - since.getTime()) / Math.max(1, until.getTime() - since.getTime());
  return Math.max(0, Math.min(PARTS, share * PARTS));
}
