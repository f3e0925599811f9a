import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface PageProps {
  title: string;
  /** Beside the heading. */
  action?: ComponentChildren;
  lead?: ComponentChildren;
  /** For lists beside what is chosen in them. Not by what was loaded: the page would move when it comes. */
  isWide?: boolean;
  /** For tables and charts, which have room on a wide screen. */
  isRoomy?: boolean;
  children: ComponentChildren;
}

/** A page with its heading, which names the tab too. */
export function Page({ title, action, lead, isWide = false, isRoomy = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Agent Memory`;
  }, [title]);
  return (
    <>
      <div class={`page-head ${isWide ? 'wide' : ''} ${isRoomy ? 'roomy' : ''}`}>
        <div>
          <h1 dir="auto">{title}</h1>
          {lead && <p class="quiet">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </>
  );
}
