import type { QueryClient } from '@tanstack/preact-query';

/**
 * Loads the lists of an agent's memories again. A first load that is under way began before the change and would answer
 * without it, and the query client does not repeat it by itself: it is cancelled.
 */
export async function refreshMemories(queries: QueryClient, agentId: string): Promise<void> {
  const lists = { queryKey: ['memories', agentId] };
  await queries.cancelQueries(lists);
  await queries.invalidateQueries(lists);
}

/** Pages may have kept what is gone: all but the login is loaded again. */
export function forgetPages(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'login' });
}
