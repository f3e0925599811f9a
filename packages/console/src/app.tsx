import { QueryClient, QueryClientProvider } from '@tanstack/preact-query';
import { ErrorBoundary, LocationProvider, Route, Router } from 'preact-iso';
import { useState } from 'preact/hooks';
import { AuthenticationError, forgetSessions } from './data/client.ts';
import { AgentsPage } from './pages/agents.tsx';
import { LoginPage } from './pages/login.tsx';
import { MissingPage } from './pages/missing.tsx';
import { Shell } from './parts/shell.tsx';
import { Problem } from './parts/problem.tsx';

const FRESH_MS = 5_000;

/** The client repeats calls itself. Every answer of 401 leads to the login. */
function newQueryClient(onLoggedOut: () => void): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: FRESH_MS }, mutations: { retry: false } },
  });
  client.getQueryCache().subscribe(({ query }) => {
    if (query.state.error instanceof AuthenticationError) onLoggedOut();
  });
  return client;
}

export function App() {
  const [needsLogin, setNeedsLogin] = useState(false);
  const [queries] = useState(() => newQueryClient(() => setNeedsLogin(true)));
  const enter = () => {
    forgetSessions();
    queries.clear();
    setNeedsLogin(false);
  };
  if (needsLogin) return <LoginPage onLogin={enter} />;
  return (
    <QueryClientProvider client={queries}>
      <LocationProvider scope="/app">
        <Pages />
      </LocationProvider>
    </QueryClientProvider>
  );
}

function Pages() {
  const [error, setError] = useState<unknown>(null);
  return (
    <Shell>
      {error ? <Problem error={error} /> : null}
      <ErrorBoundary onError={setError}>
        <Router onRouteChange={() => setError(null)}>
          <Route path="/app/" component={AgentsPage} />
          <Route default component={MissingPage} />
        </Router>
      </ErrorBoundary>
    </Shell>
  );
}
