import { useQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { useId, useState } from 'preact/hooks';
import { type PalettePlace, placesFor } from '../data/palette-places.ts';
import { useMay } from '../data/login.ts';
import { useLater } from '../data/use-later.ts';
import { Dialog } from './dialog.tsx';

const TYPING_MS = 250;

/** Leads to pages, agents and memories by a part of their names. The arrow keys choose, Enter opens. */
export default function Palette({ path, close }: { path: string; close: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [id, { route }, may] = [useId(), useLocation(), useMay()];
  const settled = useLater(text.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ['palette', path, settled],
    queryFn: () => placesFor(settled, path, may),
    placeholderData: (former) => former,
  });
  const places = found.data ?? [];
  const place = Math.min(chosen, places.length - 1);
  const open = (href: string | undefined) => {
    if (href === undefined) return;
    close();
    route(href);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((place + step + places.length) % Math.max(1, places.length));
    else if (event.key === 'Enter') open(places[place]?.href);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" close={close}>
      <input
        role="combobox"
        autofocus
        aria-label="A page, an agent, or words of a memory"
        aria-expanded={places.length > 0}
        aria-controls={id}
        aria-activedescendant={place >= 0 ? `${id}-${place}` : undefined}
        autocomplete="off"
        maxLength={200}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <Places id={id} places={places} chosen={place} open={open} />
      <p class="quiet" role="status">
        {found.isError
          ? 'The search failed. Type again to repeat it.'
          : found.isSuccess && places.length === 0
            ? 'Nothing has this name. Type less of it.'
            : 'Arrow keys choose, Enter opens.'}
      </p>
    </Dialog>
  );
}

interface PlacesProps {
  id: string;
  places: readonly PalettePlace[];
  chosen: number;
  open: (href: string) => void;
}

function Places({ id, places, chosen, open }: PlacesProps) {
  return (
    <ul id={id} role="listbox" aria-label="Places" class="places">
      {places.map(({ kind, name, href }, at) => (
        <li
          key={href}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          dir="auto"
          onClick={() => open(href)}
        >
          <span class="quiet">{kind}</span> {name}
        </li>
      ))}
    </ul>
  );
}
