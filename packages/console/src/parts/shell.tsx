import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useOpenConflicts } from '../data/attention.ts';
import { call } from '../data/http.ts';
import { useLogin } from '../data/login.ts';
import { MAIN_PAGES, PAGES_OF_AGENT } from '../data/pages.ts';
import { Commands } from '../ui/commands.tsx';

/** The header with the navigation, and the page. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  const agentId = /^\/app\/agents\/([^/]+)/.exec(path)?.[1];
  return (
    <>
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header>
        <a class="brand" href="/app/">
          <img src="/app/icon.svg" alt="" width="24" height="24" />
          <span>Agent Memory</span>
        </a>
        <nav aria-label="Main">
          {MAIN_PAGES.map(([href, name]) => (
            <NavLink key={href} href={href} name={name} path={path} hasPages={href === '/app/'} />
          ))}
        </nav>
        <Who />
        <Commands />
      </header>
      {agentId !== undefined && <AgentNav agentId={agentId} path={path} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function AgentNav({ agentId, path }: { agentId: string; path: string }) {
  const base = `/app/agents/${agentId}`;
  const { count } = useOpenConflicts(decodeURIComponent(agentId));
  return (
    <div class="agent-bar">
      <nav aria-label="Agent">
        <a class="agent-name" href={base} title={decodeURIComponent(agentId)}>
          {decodeURIComponent(agentId)}
        </a>
        {PAGES_OF_AGENT.map(([end, name]) => (
          <NavLink
            key={end}
            href={base + end}
            name={name}
            count={end === '/conflicts' ? count : 0}
            path={path}
            hasPages={end === '' || end === '/live'}
          />
        ))}
        <Find base={base} />
      </nav>
    </div>
  );
}

/** Searches the memories of the agent from each of its pages. */
function Find({ base }: { base: string }) {
  const { route } = useLocation();
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get('q');
        if (typeof text === 'string' && text.trim() !== '')
          route(`${base}/ask?${new URLSearchParams({ find: '1', q: text.trim() }).toString()}`);
        event.currentTarget.reset();
      }}
    >
      <input
        type="search"
        name="q"
        aria-label="Find memories"
        placeholder="Find memories"
        maxLength={1_000}
      />
    </form>
  );
}

interface NavLinkProps {
  href: string;
  name: string;
  /** Of what waits there. */
  count?: number;
  /** Of the page that is shown. */
  path: string;
  /** Whether it leads to the pages of agents, or of memories, too. */
  hasPages: boolean;
}

function NavLink({ href, name, count = 0, path, hasPages }: NavLinkProps) {
  const [here, there] = [path, href].map((each) => each.replace(/\/$/, ''));
  const isAbove = hasPages && /^\/((agents|memories)\/|[0-9a-f-]{36}$)/.test(path.slice(there?.length));
  return (
    <a href={href} aria-current={here === there ? 'page' : isAbove ? 'true' : undefined}>
      {name}
      {count > 0 && <span class="waiting">{` (${count.toLocaleString()})`}</span>}
    </a>
  );
}

/** Who is logged in, and with which access. On the machine of the service there is nothing to log out of. */
function Who() {
  const { by, access, agents, scopes } = useLogin();
  const isLocal = by === 'local';
  const leave = () => void call('POST', '/api/v2/console/logout').finally(() => location.reload());
  const limits = [`Agents: ${agents.join(', ')}`, ...(scopes ? [`Scopes: ${scopes.join(', ')}`] : [])];
  return (
    <div class="who" title={limits.join('\n')}>
      <bdi class="who-name">{isLocal ? 'this machine' : by}</bdi>
      <span class="type">{access}</span>
      {!isLocal && (
        <button type="button" class="small" onClick={leave}>
          Log out
        </button>
      )}
    </div>
  );
}
