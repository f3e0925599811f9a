import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { memoryPath } from '../data/memory-types.ts';

export interface Choice {
  /** The id of the memory that is shown beside the list. */
  chosen: string | undefined;
  /** The address of the list with a memory beside it; without one, of the list alone. */
  hrefOf: (agentId: string, memoryId: string | null) => string;
}

export const ChoiceContext = createContext<Choice | null>(null);

/** Where a link to a memory leads: beside the list in which it stands, or to its page. */
export function useMemoryLink(agentId: string, memoryId: string) {
  const choice = useContext(ChoiceContext);
  return {
    href: choice === null ? memoryPath(agentId, memoryId) : choice.hrefOf(agentId, memoryId),
    'aria-current': choice?.chosen === memoryId ? ('true' as const) : undefined,
  };
}
