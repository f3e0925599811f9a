import { createContext, type ComponentChildren } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import type { BulkTask } from '../data/bulk.ts';
import { countOf, EVERYTHING, isSelected, NOTHING, toggled, toggledRange } from '../data/selection.ts';
import { Question } from './question.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { onSingleKey, useShortcuts } from './shortcuts.ts';
import { type SelectableList, type Step, useSelection } from './use-selection.ts';

interface SelectableProps extends SelectableList {
  /** So many rows, such as "3 memories". */
  counted: (count: number) => string;
  /** Ids of the rows that are loaded, in their order. */
  order: readonly string[];
  /** How many match the filter of the list, loaded or not; null when that is not known. */
  total: number | null;
  children: ComponentChildren;
}

interface Picks {
  /** While a run is under way nothing can be chosen. */
  isBusy: boolean;
  has: (id: string) => boolean;
  toggle: (id: string, isRange: boolean) => void;
}

const PicksContext = createContext<Picks | null>(null);

/**
 * A list whose rows can be selected, by a `SelectionBox` in each. While something is selected, a bar says how many, and
 * offers the actions. Without actions there is nothing to select.
 */
export function Selectable(props: SelectableProps) {
  return props.actions.length === 0 ? <>{props.children}</> : <Selecting {...props} />;
}

function Selecting(props: SelectableProps) {
  const { counted, order, total, actions, children } = props;
  const { selection, select, step, choose, run, cancel, bulk } = useSelection(props);
  const list = useRef<HTMLDivElement>(null);
  const [hasKeys] = useShortcuts();
  const count = countOf(selection, total);
  const isBusy = bulk.progress !== null;
  const picks: Picks = {
    has: (id) => isSelected(selection, id),
    isBusy,
    toggle: (id, isRange) => select(isRange ? toggledRange(selection, id, order) : toggled(selection, id)),
  };
  const clear = () => select(NOTHING);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isBusy || step !== null || takesRange(event, picks)) return;
    if (event.key === 'Escape') clear();
    if (hasKeys) onSingleKey((key) => act(key, event, picks, list.current))(event);
  };
  const what = count === null ? 'all that match' : counted(count);
  const text = count === 0 && !isBusy ? null : `${count === null ? 'All that match' : what} selected`;
  return (
    <PicksContext.Provider value={picks}>
      <div ref={list} class="selectable" onKeyDown={onKeyDown}>
        <p class="unseen" role="status">
          {text}
        </p>
        {text !== null && (
          <SelectionBar
            text={text}
            more={
              selection.isAll || count === total
                ? null
                : `Select all ${total === null ? 'that match' : counted(total)}`
            }
            selectAll={() => select(EVERYTHING)}
            clear={clear}
            progress={bulk.progress}
            stop={bulk.stop}
            items={actions.map((action) => ({
              name: action.name,
              isDanger: action.isDanger ?? false,
              act: () => void choose(action),
            }))}
          />
        )}
        {children}
        {step && <StepDialog step={step} what={what} run={run} cancel={cancel} />}
      </div>
    </PicksContext.Provider>
  );
}

interface StepDialogProps {
  step: Step;
  what: string;
  run: (task: BulkTask, ids?: string[]) => Promise<void>;
  cancel: () => void;
}

function StepDialog({ step: { action, ids }, what, run, cancel }: StepDialogProps) {
  const { form, task, question } = action;
  if (form) return <>{form({ what, cancel, send: (made) => void run(made) })}</>;
  if (!task || !question) return null;
  const { title, text, yes } = question(ids.length);
  return (
    <Question
      title={title}
      yes={yes}
      no="Cancel"
      isBusy={false}
      confirm={() => void run(task, ids)}
      cancel={cancel}
    >
      <p>{text}</p>
    </Question>
  );
}

/** Shift and Space on the box of a row select up to it. */
function takesRange(event: KeyboardEvent, picks: Picks): boolean {
  const id = event.target instanceof HTMLElement ? event.target.dataset.pick : undefined;
  if (id === undefined || event.key !== ' ' || !event.shiftKey) return false;
  event.preventDefault();
  picks.toggle(id, true);
  return true;
}

/** `x` selects the row with the focus, `a` opens the actions. */
function act(key: string, { target }: Event, picks: Picks, list: HTMLElement | null): void {
  const row = target instanceof Element ? target.closest('li') : null;
  const id = row?.querySelector<HTMLElement>('[data-pick]')?.dataset.pick;
  if (key === 'x' && id !== undefined) picks.toggle(id, false);
  if (key === 'a') list?.querySelector<HTMLElement>('.selection-bar [aria-haspopup]')?.click();
}

/** The check box of a row, in a list that can be selected; nothing elsewhere. `name`: what the row is called. */
export function SelectionBox({ id, name }: { id: string; name: string }) {
  const picks = useContext(PicksContext);
  if (picks === null) return null;
  return (
    <input
      type="checkbox"
      class="pick"
      data-pick={id}
      aria-label={`Select: ${name}`}
      checked={picks.has(id)}
      disabled={picks.isBusy}
      onClick={({ shiftKey }) => picks.toggle(id, shiftKey)}
    />
  );
}
