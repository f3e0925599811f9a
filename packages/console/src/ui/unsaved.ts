import { useEffect } from 'preact/hooks';

const QUESTION = 'What you changed here is not saved. Leave it?';

/** Asks before a link or the browser leaves a page with changes that are not saved. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const onLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (link === null || link.getAttribute('target') !== null || confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before the router sees the click.
    document.addEventListener('click', onLink, { capture: true });
    addEventListener('beforeunload', onLeave);
    return () => {
      document.removeEventListener('click', onLink, { capture: true });
      removeEventListener('beforeunload', onLeave);
    };
  }, [isChanged]);
}
