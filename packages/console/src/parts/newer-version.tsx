import { useEffect, useRef } from 'preact/hooks';
import { Side } from './diff.tsx';

/** A field that the two versions have different values of, as texts. */
export type DifferingField = readonly [name: string, theirs: string, mine: string];

interface NewerVersionProps {
  /** What was saved meanwhile. */
  what: string;
  fields: readonly DifferingField[];
  isBusy: boolean;
  keepMine: () => void;
  takeTheirs: () => void;
}

/** What somebody else saved meanwhile, beside what was to be saved here: nothing is overwritten unseen. */
export function NewerVersion({ what, fields, isBusy, keepMine, takeTheirs }: NewerVersionProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} class="attention" tabIndex={-1} role="alert" aria-labelledby="newer">
      <h2 id="newer">{what} was changed meanwhile, so nothing was saved</h2>
      {fields.length === 0 && <p>Both say the same.</p>}
      {fields.map(([name, theirs, mine]) => (
        <div key={name}>
          <h3>{name}</h3>
          <div class="sides">
            <Version title="Theirs, saved now" text={theirs} other={mine} />
            <Version title="Mine, not saved" text={mine} other={theirs} />
          </div>
        </div>
      ))}
      <div class="row">
        <button type="button" class="primary" disabled={isBusy} onClick={keepMine}>
          Keep mine
        </button>
        <button type="button" disabled={isBusy} onClick={takeTheirs}>
          Take theirs
        </button>
      </div>
    </section>
  );
}

function Version({ title, text, other }: { title: string; text: string; other: string }) {
  return (
    <div class="side">
      <p class="quiet">{title}</p>
      {text === '' ? <p class="quiet">nothing</p> : <Side text={text} other={other} />}
    </div>
  );
}
