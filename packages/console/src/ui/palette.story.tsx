import { QueryClient, QueryClientProvider } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { type Login, LoginContext } from '../data/login.ts';
import Palette from './palette.tsx';

const QUERIES = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** May call nothing: the palette then knows the pages, and needs no service. */
const NO_PERSON: Login = { by: 'local', access: 'read', agents: [], scopes: null, operations: new Set() };

export function Story() {
  const [isOpen, setOpen] = useState(false);
  return (
    <QueryClientProvider client={QUERIES}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <LoginContext.Provider value={NO_PERSON}>
        {isOpen && <Palette path="/app/overview" close={() => setOpen(false)} />}
      </LoginContext.Provider>
    </QueryClientProvider>
  );
}
