import { useLayoutEffect } from 'preact/hooks';

const QUESTION = 'What you changed here is not saved. Leave it?';

/** Asks before a link or the browser leaves a page with changes that are not saved. */
export function useUnsaved(isChanged: boolean, question = QUESTION): void {
  // Before the next event, which may leave the page.
  useLayoutEffect(() => {
    if (!isChanged) return;
    const onLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (link === null || link.getAttribute('target') !== null || confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the router sees the click.
    document.addEventListener('click', onLink, { capture: true });
    const release = holdPage();
    return () => {
      document.removeEventListener('click', onLink, { capture: true });
      release();
    };
  }, [isChanged]);
}

/** The browser asks before it leaves the console, until the function that this returns is called. */
export function holdPage(): () => void {
  const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', onLeave);
  return () => removeEventListener('beforeunload', onLeave);
}
