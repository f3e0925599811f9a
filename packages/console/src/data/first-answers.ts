import { useRef } from 'preact/hooks';

/**
 * Whether each of the queries has answered, well or not, and whether it did so before. A part of a page that asks for the
 * same again must not make the page wait again: without that part nothing would be asked for, and so on without end.
 */
export function useFirstAnswers(queries: readonly { isLoading: boolean }[]): boolean {
  const hasAll = useRef(false);
  hasAll.current ||= !queries.some(({ isLoading }) => isLoading);
  return hasAll.current;
}
