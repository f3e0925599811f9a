import { useId, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../../client/src/visible-text.ts';
import { ClearButton } from './date-time.tsx';

export interface Suggestion {
  value: string;
  /** How many there are of it. */
  count?: number;
}

interface ComboboxProps {
  label: string;
  /** What is chosen, shown as chips. */
  values: readonly string[];
  change: (values: string[]) => void;
  /** For what is typed; those that are chosen are left out. */
  suggestions: readonly Suggestion[];
  /** Called with what is typed, so that suggestions for it can be loaded. */
  onType?: (text: string) => void;
  /** Whether a text that is not suggested may be chosen. */
  isFree?: boolean;
  /** At most so many values. A choice replaces the last one. */
  most?: number;
  maxLength?: number;
  placeholder?: string;
  isDisabled?: boolean;
}

/**
 * A text field with suggestions, of which several may be chosen. Own code: Downshift would add 17 KB, Zag 34 KB and Ariakit
 * 47 KB (gzip) to a console of 83 KB.
 */
export function Combobox(props: ComboboxProps) {
  const { label, values, change, isDisabled = false } = props;
  const id = useId();
  const { field, text, isOpen, hasList, active, shown, ...act } = useChoice(props);
  return (
    <div class="field combobox" role="group" aria-labelledby={`${id}-name`}>
      <label id={`${id}-name`} for={id}>
        {label}
      </label>
      <div class="combobox-box">
        <input
          ref={field}
          id={id}
          role="combobox"
          dir="auto"
          autocomplete="off"
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={`${id}-list`}
          aria-activedescendant={hasList && active >= 0 ? `${id}-${active}` : undefined}
          disabled={isDisabled}
          maxLength={props.maxLength}
          placeholder={props.placeholder}
          value={text}
          onInput={(event) => act.type(event.currentTarget.value)}
          onClick={act.open}
          onKeyDown={act.press}
          onBlur={act.leave}
        />
        <Options
          id={id}
          label={label}
          isShown={hasList}
          suggestions={shown}
          active={active}
          choose={act.add}
        />
      </div>
      <span class="unseen" role="status">
        {isOpen && (shown.length === 1 ? 'One suggestion' : `${shown.length} suggestions`)}
      </span>
      <Chips
        label={label}
        values={values}
        isDisabled={isDisabled}
        remove={act.remove}
        clear={() => change([])}
      />
    </div>
  );
}

/** What is typed and chosen, and what keys do. */
function useChoice({ values, change, suggestions, onType, isFree = true, most = Infinity }: ComboboxProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = suggestions.filter(({ value }) => !values.includes(value));
  const hasList = isOpen && shown.length > 0;
  const show = (isShown: boolean, place = -1) => {
    setOpen(isShown);
    setActive(place);
  };
  const set = (next: string) => {
    setText(next);
    if (next !== text) onType?.(next);
  };
  const add = (value: string) => {
    set('');
    show(false);
    if (value !== '' && !values.includes(value)) change([...values.slice(0, most - 1), value]);
  };
  const remove = (value: string) => {
    change(values.filter((each) => each !== value));
    field.current?.focus();
  };
  // One more place than suggestions: none of them.
  const move = (by: number) => show(true, ((active + 1 + by + shown.length + 1) % (shown.length + 1)) - 1);
  const typed = isFree ? text.trim() : '';
  const press = keysOf({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: (hasList && shown[active]) || typed ? () => add((hasList && shown[active]?.value) || typed) : null,
    Escape: hasList ? () => show(false) : null,
    Backspace: text === '' && values.length > 0 ? () => remove(values.at(-1) ?? '') : null,
  });
  const type = (next: string) => {
    set(next);
    show(true);
  };
  const leave = () => add(typed);
  return {
    field,
    text,
    isOpen,
    hasList,
    active,
    shown,
    add,
    remove,
    press,
    type,
    leave,
    open: () => show(true),
  };
}

/** A listener of keys; those that do nothing now are left to the page. */
function keysOf(acts: Record<string, (() => void) | null>): (event: KeyboardEvent) => void {
  return (event) => {
    const act = acts[event.key];
    if (!act || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

interface OptionsProps {
  id: string;
  label: string;
  isShown: boolean;
  suggestions: readonly Suggestion[];
  active: number;
  choose: (value: string) => void;
}

function Options({ id, label, isShown, suggestions, active, choose }: OptionsProps) {
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={label} hidden={!isShown}>
      {suggestions.map(({ value, count }, place) => (
        <li
          key={value}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          ref={(element) => {
            if (place === active) element?.scrollIntoView({ block: 'nearest' });
          }}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(value)}
        >
          <bdi>{visibleText(value)}</bdi>
          {count !== undefined && <span class="count">{count.toLocaleString()}</span>}
        </li>
      ))}
    </ul>
  );
}

interface ChipsProps {
  /** Of the field that they belong to. */
  label: string;
  values: readonly string[];
  isDisabled?: boolean;
  remove: (value: string) => void;
  clear: () => void;
}

/** What is chosen, each with a button that removes it. */
function Chips({ label, values, isDisabled = false, remove, clear }: ChipsProps) {
  if (values.length === 0) return null;
  return (
    <ul role="list" class="chips" aria-label={`${label}: chosen`}>
      {values.map((value) => (
        <li key={value} class="chip">
          <bdi title={visibleText(value)}>{visibleText(value)}</bdi>
          <button
            type="button"
            disabled={isDisabled}
            aria-label={`Remove ${visibleText(value)}`}
            onClick={() => remove(value)}
          >
            ×
          </button>
        </li>
      ))}
      {values.length > 1 && (
        <li>
          <ClearButton label={label} isDisabled={isDisabled} clear={clear} />
        </li>
      )}
    </ul>
  );
}
