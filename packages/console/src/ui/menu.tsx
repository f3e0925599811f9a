import { useEffect, useId, useRef, useState } from 'preact/hooks';

export interface MenuItem {
  name: string;
  /** Its text has the colour of a warning. */
  isDanger?: boolean;
  act: () => void;
}

interface MenuProps {
  name: string;
  items: readonly MenuItem[];
}

/** A button with a menu. Arrows, Home, End and first letters move in it; Escape and Tab close it. */
export function Menu({ name, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    entriesOf(box.current)[0]?.focus();
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  return (
    <div ref={box} class="menu-box">
      <button
        ref={button}
        type="button"
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {name} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <div role="menu" class="menu-list" aria-labelledby={id} onKeyDown={keysOf(box, close)}>
          {items.map((item) => (
            <button
              key={item.name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={item.isDanger ? 'danger' : undefined}
              onClick={() => {
                close();
                item.act();
              }}
            >
              {item.name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function keysOf(box: { current: HTMLElement | null }, close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close();
    const entries = entriesOf(box.current);
    const next = event.key === 'Escape' ? null : entryFor(event, entries);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null) close();
    else next.focus();
  };
}

function entriesOf(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

/** Which entry a key leads to; undefined for a key that leads to none. */
function entryFor(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  entries: HTMLElement[],
): HTMLElement | undefined {
  const place = entries.findIndex((each) => each === document.activeElement);
  switch (key) {
    case 'ArrowDown':
      return entries[(place + 1) % entries.length];
    case 'ArrowUp':
      return entries.at(place - 1);
    case 'Home':
      return entries[0];
    case 'End':
      return entries.at(-1);
    default: {
      if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
      const after = [...entries.slice(place + 1), ...entries];
      return after.find((each) => each.textContent.toLowerCase().startsWith(key.toLowerCase()));
    }
  }
}
