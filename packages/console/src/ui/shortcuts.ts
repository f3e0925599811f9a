import { useState } from 'preact/hooks';

const STORED = 'shortcuts';

/** Whether single keys do something, and a function that changes it: a person who dictates turns them off. */
export function useShortcuts(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(STORED) !== 'off');
  const change = (next: boolean) => {
    localStorage.setItem(STORED, next ? 'on' : 'off');
    setOn(next);
  };
  return [isOn, change];
}

/** Whether they are on now: for a listener that outlives a change. */
export function hasShortcuts(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

/** A listener of an element for the single keys that are pressed in it, but not while something is being typed. */
export function onSingleKey(act: (key: string) => void): (event: KeyboardEvent) => void {
  return ({ key, target, ctrlKey, metaKey, altKey }) => {
    const isTyping =
      target instanceof HTMLElement &&
      target.closest('input:not([type=checkbox]), textarea, select') !== null;
    if (!isTyping && !ctrlKey && !metaKey && !altKey) act(key);
  };
}
