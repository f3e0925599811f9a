import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useRef } from 'preact/hooks';
import { memoryPath } from '../data/memory-types.ts';
import { moveBetweenRows } from '../ui/row-keys.ts';
import { SidePanel } from '../ui/side-panel.tsx';
import { useSideBySide } from '../ui/side-by-side.ts';
import { MemoryBody, titleOf, useMemory } from './memory-body.tsx';
import { ChoiceContext, type Choice } from './memory-link.ts';
import { Loading } from './problem.tsx';

interface BesideProps {
  agentId: string;
  /** A list of memories. */
  children: ComponentChildren;
}

/**
 * A list, and where there is room the memory that is chosen in it. The address has the choice, in `open`, and in `of` the
 * agent of a memory that another one has. On a narrower screen such an address leads to the page of the memory.
 */
export function Beside({ agentId, children }: BesideProps) {
  const isSideBySide = useSideBySide();
  const { path, query, route } = useLocation();
  const { open, of = agentId } = query;
  const shown = useRef<string | undefined>(undefined);
  if (isSideBySide) shown.current = open;
  // A window that became narrower keeps the panel: it may hold changes that are not saved.
  const isKept = isSideBySide || (open !== undefined && shown.current === open);
  useEffect(() => {
    if (open !== undefined && !isKept) route(memoryPath(of, open), true);
  }, [isKept, open, of]);
  const list = (
    <div class="beside-list" onKeyDown={moveBetweenRows}>
      {children}
    </div>
  );
  if (!isKept) return open === undefined ? list : <Loading what="the memory" />;
  const hrefOf: Choice['hrefOf'] = (owner, memoryId) => {
    const parameters = new URLSearchParams(location.search);
    parameters.delete('open');
    parameters.delete('of');
    if (memoryId !== null) parameters.set('open', memoryId);
    if (memoryId !== null && owner !== agentId) parameters.set('of', owner);
    const text = parameters.toString();
    return text === '' ? path : `${path}?${text}`;
  };
  return (
    <ChoiceContext.Provider value={{ chosen: open, hrefOf }}>
      <div class="beside">
        {list}
        {open === undefined ? (
          <p class="quiet side-hint">Choose a memory to see it here.</p>
        ) : (
          <Chosen agentId={of} id={open} listHref={hrefOf(agentId, null)} />
        )}
      </div>
    </ChoiceContext.Provider>
  );
}

function Chosen({ agentId, id, listHref }: { agentId: string; id: string; listHref: string }) {
  const memory = useMemory(agentId, id);
  const { route } = useLocation();
  return (
    <SidePanel id={id} title={titleOf(memory.data)} listHref={listHref}>
      <p class="quiet">
        <a href={memoryPath(agentId, id)}>Open its page</a>
      </p>
      <MemoryBody agentId={agentId} id={id} leave={() => route(listHref, true)} />
    </SidePanel>
  );
}
