import {
  useMutation as useTanstackMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';

type Options<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  mutationFn: (variables: Variables) => Promise<Data>;
};

/**
 * Sends what the form holds now. TanStack takes over new options in an effect, which Preact runs after the page is drawn:
 * Enter right after the last letter would send the text without this letter.
 */
export function useMutation<Data, Variables = void>(
  options: Options<Data, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const latest = useRef(options.mutationFn);
  latest.current = options.mutationFn;
  return useTanstackMutation({ ...options, mutationFn: (variables: Variables) => latest.current(variables) });
}
