import { Switch } from '../parts/switch.tsx';
import { Dialog } from './dialog.tsx';
import { useShortcuts } from './shortcuts.ts';

const EVERYWHERE = [
  ['Ctrl K', 'go to a page, an agent or a memory'],
  ['/', 'search on this page'],
  ['?', 'these keys'],
] as const;

/** Of a list of memories, while the focus is in a row. */
const ROWS = [['↓ ↑, j k', 'the next and the previous row']] as const;

const SELECTION = [
  ['x', 'select the row with the focus'],
  ['a', 'what can be done to the selected ones'],
  ['Esc', 'select nothing'],
] as const;

/** Of the box of a conflict, while the focus is in it. */
const CONFLICTS = [
  ['j, k', 'the next and the previous conflict'],
  ['1', 'the old one becomes history'],
  ['2', 'keep the old one'],
  ['3', 'keep both'],
  ['4', 'write a replacement'],
] as const;

/** Which keys do something on this page, and whether single ones do. */
export default function KeyMap({ path, close }: { path: string; close: () => void }) {
  const [isOn, setOn] = useShortcuts();
  const keys = [...EVERYWHERE, ...keysAt(path)];
  return (
    <Dialog title="Keys of this page" close={close}>
      <dl class="keys">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Switch label="Single keys do something (turn it off if you dictate)" isOn={isOn} change={setOn} />
    </Dialog>
  );
}

function keysAt(path: string): readonly (readonly [string, string])[] {
  if (path.endsWith('/conflicts')) return [...CONFLICTS, ...SELECTION];
  if (/\/agents\/[^/]+(\/ask)?\/?$/.test(path)) return [...ROWS, ...SELECTION];
  return /\/(files|quarantine)\/?$/.test(path) ? SELECTION : [];
}
