import { hasShortcuts, onSingleKey } from './shortcuts.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/**
 * In a list: arrow keys, and where single keys do something `j` and `k`, move the focus from a row to the title of the next
 * or the previous one.
 */
export function moveBetweenRows(event: KeyboardEvent): void {
  onSingleKey((key) => {
    const step = STEPS[key];
    const { currentTarget: list, target } = event;
    if (step === undefined || !(list instanceof Element) || !(target instanceof Element)) return;
    if (key.length === 1 && !hasShortcuts()) return;
    const title = target.closest('li')?.querySelector('.memory-title');
    const titles = [...list.querySelectorAll<HTMLElement>('.memory-title')];
    const place = titles.findIndex((each) => each === title);
    if (place === -1) return;
    event.preventDefault();
    titles[place + step]?.focus();
  })(event);
}
