import { lazy, useLocation } from 'preact-iso';
import { Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { hasShortcuts, onSingleKey } from './shortcuts.ts';

const Palette = lazy(() => import('./palette.tsx'));
const KeyMap = lazy(() => import('./key-map.tsx'));

type Shown = 'palette' | 'keys' | null;

/** The keys that do something on every page, and a button for those who do not know them. */
export function Commands() {
  const [shown, setShown] = useState<Shown>(null);
  const { path } = useLocation();
  useEffect(() => {
    const onKey = listenerOf(setShown);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = () => setShown(null);
  return (
    <>
      <button type="button" class="small" aria-label="Keys of this page" onClick={() => setShown('keys')}>
        ?
      </button>
      <Suspense fallback={null}>
        {shown === 'palette' && <Palette path={path} close={close} />}
        {shown === 'keys' && <KeyMap path={path} close={close} />}
      </Suspense>
    </>
  );
}

function listenerOf(show: (shown: Shown) => void): (event: KeyboardEvent) => void {
  return (event) => {
    // What is open answers keys by itself.
    if (document.querySelector('dialog[open]') !== null) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      show('palette');
    } else if (hasShortcuts()) {
      onSingleKey((key) => {
        if (key === '?') show('keys');
        if (key === '/' && focusSearch()) event.preventDefault();
      })(event);
    }
  };
}

/** The search field of the page, else that of the agent. False without one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search], .find input');
  field?.focus();
  return field !== null;
}
