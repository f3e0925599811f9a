import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Where what had the focus is gone, the page has it: a keyboard would begin again at the top of the document. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  });
}

/** For the button in whose place a form is open: the button has the focus again when the form is closed. */
export function useOpener(isOpen: boolean): RefObject<HTMLButtonElement> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasOpen.current && !isOpen && isLost) opener.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

/** For a button that is off or gone after its press: the element with this id, once it is shown, has the focus. */
export function passFocus(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
