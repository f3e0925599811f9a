import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { keepFocus } from './focus.ts';

interface SidePanelProps {
  /** Of what is shown: with another one the panel has the focus again. */
  id: string;
  title: string;
  /** The address of the list alone. */
  listHref: string;
  children: ComponentChildren;
}

/**
 * What is chosen in a list, beside it. It has the focus when a link in the list opened it. Escape and its link close it, which
 * asks about changes that are not saved, and the focus goes back to the link in the list.
 */
export function SidePanel({ id, title, listHref, children }: SidePanelProps) {
  const name = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const closing = useRef<HTMLAnchorElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const focused = document.activeElement;
    // An address that was opened with something chosen begins at its top, as every page.
    if (!(focused instanceof HTMLElement) || focused === document.body) return;
    const panel = heading.current?.closest('section');
    if (!panel?.contains(focused)) opener.current = focused;
    heading.current?.focus({ preventScroll: true });
    panel?.scrollTo({ top: 0 });
  }, [id]);
  useEffect(
    () => () => {
      opener.current?.focus({ preventScroll: true });
      keepFocus();
    },
    [],
  );
  return (
    <section
      class="side-panel"
      aria-labelledby={name}
      onKeyDown={(event) => {
        const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
        if (event.key === 'Escape' && !event.defaultPrevented && !isInDialog) closing.current?.click();
      }}
    >
      <div class="row between">
        <h2 id={name} ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h2>
        <a ref={closing} class="button small" href={listHref}>
          Close
        </a>
      </div>
      {children}
    </section>
  );
}
