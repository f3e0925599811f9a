import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problem } from './problem.tsx';

/** A little more than a screen above and below. */
const MARGIN = '1200px 0px';

/**
 * A part of a long list, which is only in the document while it is near the screen. A busy browser reports several places
 * at once, the oldest first.
 */
export function PageBlock({ children }: { children: ComponentChildren }) {
  const block = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (places) => {
        const now = places.at(-1);
        setHeight(now === undefined || now.isIntersecting ? null : now.boundingClientRect.height);
      },
      { rootMargin: MARGIN },
    );
    if (block.current) observer.observe(block.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={block} style={height === null ? {} : { height: `${height}px` }}>
      {height === null ? children : null}
    </div>
  );
}

interface MoreProps {
  name: string;
  /** Of the list. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
}

/**
 * Loads more when it comes near the screen; a button for everybody who does not scroll. After a failure only the button
 * loads: what fails would be asked for again and again.
 */
export function More({ name, query }: MoreProps) {
  const { hasNextPage, isFetchingNextPage: isBusy, isFetchNextPageError: hasFailed, error } = query;
  const button = useRef<HTMLButtonElement>(null);
  const load = () => void (isBusy || query.fetchNextPage());
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (hasFailed) return;
    const observer = new IntersectionObserver(
      (places) => {
        if (places.at(-1)?.isIntersecting) latest.current();
      },
      { rootMargin: '600px 0px' },
    );
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, [isBusy, hasFailed, hasNextPage]);
  if (!hasNextPage) return null;
  return (
    <>
      {hasFailed && <Problem error={error} />}
      <button ref={button} type="button" disabled={isBusy} onClick={load}>
        {isBusy ? 'Loading…' : name}
      </button>
    </>
  );
}
