import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/preact-query';
import { ErrorBoundary, lazy, LocationProvider, Route, Router } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { AuthenticationError, PermissionError } from './data/client.ts';
import { LoginContext, loginQuery } from './data/login.ts';
import { ActivityPage } from './pages/activity.tsx';
import { AgentSettingsPage } from './pages/agent-settings.tsx';
import { AgentsPage } from './pages/agents.tsx';
import { AskPage, FormerRecallPage } from './pages/ask.tsx';
import { ComparePage } from './pages/compare.tsx';
import { ConflictsPage } from './pages/conflicts.tsx';
import { FilesPage } from './pages/files.tsx';
import { ForgetPage } from './pages/forget.tsx';
import { LivePage } from './pages/live.tsx';
import { LoginPage } from './pages/login.tsx';
import { MemoryPage } from './pages/memory.tsx';
import { MissingPage } from './pages/missing.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { PolicyPage } from './pages/policy.tsx';
import { QuarantinePage } from './pages/quarantine.tsx';
import { SystemPage } from './pages/system.tsx';
import { TimelinePage } from './pages/timeline.tsx';
import { TracePage } from './pages/trace.tsx';
import { WebhooksPage } from './pages/webhooks.tsx';
import { Shell } from './parts/shell.tsx';
import { Problem } from './parts/problem.tsx';
import { Toasts } from './ui/toasts.tsx';

const ConnectPage = lazy(() => import('./pages/connect.tsx').then(({ ConnectPage: page }) => page));

const FRESH_MS = 5_000;

/**
 * The client repeats calls itself. Every answer of 401 leads to the login. Routes of the console answer 403 also to a login
 * that has ended, so the service is then asked whether there is one.
 */
function newQueryClient(onLoggedOut: () => void): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: FRESH_MS }, mutations: { retry: false } },
  });
  client.getQueryCache().subscribe((event) => {
    const error: unknown = event.query.state.error;
    if (error instanceof AuthenticationError) onLoggedOut();
    const isNew = event.type === 'updated' && event.action.type === 'error';
    if (isNew && error instanceof PermissionError)
      void client.invalidateQueries({ queryKey: loginQuery.queryKey });
  });
  return client;
}

export function App() {
  const [needsLogin, setNeedsLogin] = useState(false);
  const [queries] = useState(() => newQueryClient(() => setNeedsLogin(true)));
  const enter = () => {
    queries.clear();
    setNeedsLogin(false);
  };
  if (needsLogin) return <LoginPage onLogin={enter} />;
  return (
    <QueryClientProvider client={queries}>
      <LocationProvider scope="/app">
        <LoggedIn>
          <Toasts>
            <Pages />
          </Toasts>
        </LoggedIn>
      </LocationProvider>
    </QueryClientProvider>
  );
}

/** What a page shows depends on what its login may do. */
function LoggedIn({ children }: { children: ComponentChildren }) {
  const login = useQuery(loginQuery);
  if (login.data) return <LoginContext.Provider value={login.data}>{children}</LoginContext.Provider>;
  if (!login.isError || login.error instanceof AuthenticationError) return null;
  return (
    <main>
      <Problem error={login.error} retry={() => void login.refetch()} />
    </main>
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
          <Route path="/app/agents/:agent_id" component={TimelinePage} />
          <Route path="/app/agents/:agent_id/compare" component={ComparePage} />
          <Route path="/app/agents/:agent_id/recall" component={FormerRecallPage} />
          <Route path="/app/agents/:agent_id/memories/:memory_id" component={MemoryPage} />
          <Route path="/app/agents/:agent_id/conflicts" component={ConflictsPage} />
          <Route path="/app/agents/:agent_id/policy" component={PolicyPage} />
          <Route path="/app/agents/:agent_id/quarantine" component={QuarantinePage} />
          <Route path="/app/agents/:agent_id/files" component={FilesPage} />
          <Route path="/app/agents/:agent_id/ask" component={AskPage} />
          <Route path="/app/agents/:agent_id/live" component={LivePage} />
          <Route path="/app/agents/:agent_id/live/:trace_id" component={TracePage} />
          <Route path="/app/agents/:agent_id/settings" component={AgentSettingsPage} />
          <Route path="/app/agents/:agent_id/connect" component={ConnectPage} />
          <Route path="/app/agents/:agent_id/forget" component={ForgetPage} />
          <Route path="/app/overview" component={OverviewPage} />
          <Route path="/app/activity" component={ActivityPage} />
          <Route path="/app/webhooks" component={WebhooksPage} />
          <Route path="/app/system" component={SystemPage} />
          <Route default component={MissingPage} />
        </Router>
      </ErrorBoundary>
    </Shell>
  );
}
