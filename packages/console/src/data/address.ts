import { useLocation, useRoute } from 'preact-iso';

type Values = Record<string, string | null>;

/** The agent that the address names. */
export function useAgentId(): string {
  return decodeURIComponent(useRoute().params.agent_id ?? '');
}

/** The parameters of the address, and a function that changes some of them without a new entry for Back. */
export function useParameters(): [Record<string, string>, (changes: Values) => void] {
  const { query, route } = useLocation();
  const change = (changes: Values) => {
    const parameters = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') parameters.delete(name);
      else parameters.set(name, value);
    }
    const text = parameters.toString();
    route(location.pathname + (text === '' ? '' : `?${text}`), true);
  };
  return [query, change];
}

/** The values of a parameter that the address may have several times, and a function that replaces them. */
export function useListParameter(name: string): [string[], (values: string[]) => void] {
  const { url, route } = useLocation();
  const values = new URLSearchParams(url.split('?')[1]?.split('#')[0] ?? '').getAll(name);
  const change = (next: string[]) => {
    const parameters = new URLSearchParams(location.search);
    parameters.delete(name);
    for (const value of next) parameters.append(name, value);
    const text = parameters.toString();
    route(location.pathname + (text === '' ? '' : `?${text}`), true);
  };
  return [values, change];
}
