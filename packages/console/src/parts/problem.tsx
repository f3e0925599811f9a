import type { ComponentChildren } from 'preact';
import { useLogin } from '../data/login.ts';
import { problemWords } from '../data/problem-words.ts';
import { AgentMemoryError, AuthenticationError, NotFoundError, PermissionError } from '../data/client.ts';

/** What went wrong, and what to do next. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const known = error instanceof AgentMemoryError ? error : null;
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{problemWords(error)}</strong>
      </p>
      <p>{adviceOf(error)}</p>
      {known?.requestId && (
        <p class="quiet">
          Request <code>{known.requestId}</code>
        </p>
      )}
      {retry && !(error instanceof NotFoundError) && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

interface FailedProps {
  query: { isError: boolean; isFetchNextPageError?: boolean; error: unknown; refetch: () => unknown };
}

/** What went wrong with a query, if something did. What of a list was not loaded, `More` says. */
export function Failed({ query }: FailedProps) {
  if (!query.isError || query.isFetchNextPageError) return null;
  return <Problem error={query.error} retry={() => void query.refetch()} />;
}

function adviceOf(error: unknown): ComponentChildren {
  if (error instanceof NotFoundError)
    return (
      <>
        It was deleted, or the address is wrong. Go to the <a href="/app/">list of agents</a>.
      </>
    );
  if (error instanceof AuthenticationError)
    return 'Log in again, or open the console on the machine of the service.';
  if (error instanceof PermissionError) return ASK;
  if (!(error instanceof AgentMemoryError))
    return 'Reload the page. If it happens again, look into the log of the service.';
  if (error.status === null) return 'Check that the service runs, then try again.';
  if (error.status >= 500) return 'The log of the service says more under the id of the request.';
  return 'Change the input and try again.';
}

const ASK = 'Ask the person who manages this service.';

/** In place of what the login may not see or do. `what` stands after "may not". */
export function NotAllowed({ what }: { what: string }) {
  const { by, access, scopes } = useLogin();
  return (
    <p class="panel quiet">
      Your login ({by}, {access} access{scopes && ', for some scopes only'}) may not {what}. {ASK}
    </p>
  );
}

export function Loading({ what }: { what: string }) {
  return (
    <p class="loading" role="status">
      Loading {what}…
    </p>
  );
}

export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      <p>{children}</p>
    </div>
  );
}
