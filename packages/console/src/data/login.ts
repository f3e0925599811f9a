import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { startSessions } from './client.ts';
import { call } from './http.ts';

/** Who the pages act for, and what the service lets them do. */
export interface Login {
  /** `local`, `management`, `key:<name>` or `oidc:<sub>`. */
  by: string;
  access: 'read' | 'write' | 'create' | 'manage';
  /** Ids of agents, or beginnings of ids and `*`. */
  agents: string[];
  /** Null: all memories. */
  scopes: string[] | null;
  /** Ids of operations in the API document. */
  operations: ReadonlySet<string>;
}

export const LoginContext = createContext<Login | null>(null);

export const loginQuery = { queryKey: ['login'], queryFn: readLogin, staleTime: Infinity };

/** For the pages, which are shown once it is known. */
export function useLogin(): Login {
  const login = useContext(LoginContext);
  if (login === null) throw new Error('The login is not known yet');
  return login;
}

/** Whether the service lets this login call an operation, by its id in the API document. */
export function useMay(): (operation: string) => boolean {
  const { operations } = useLogin();
  return (operation) => operations.has(operation);
}

/** Whether a login is by a key or a token, whose level each request has. */
function isByGrant({ by }: Pick<Login, 'by'>): boolean {
  return /^(key|oidc):/.test(by);
}

async function readLogin(): Promise<Login> {
  const body = await call<Omit<Login, 'operations'> & { operations: string[] }>('GET', '/api/v2/console/session');
  startSessions({ joins: !isByGrant(body) });
  return { ...body, operations: new Set(body.operations) };
}
