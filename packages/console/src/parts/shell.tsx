import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { call } from '../data/http.ts';

const MAIN = [
  ['/app/', 'Agents'],
  ['/app/activity', 'Activity'],
  ['/app/system', 'System'],
] as const;

const OF_AGENT = [
  ['', 'Timeline'],
  ['/recall', 'Recall'],
  ['/ask', 'Ask'],
  ['/conflicts', 'Conflicts'],
  ['/policy', 'Expiry policy'],
  ['/files', 'Files'],
] as const;

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
          Agent Memory
        </a>
        <nav aria-label="Main">
          {MAIN.map(([href, name]) => (
            <NavLink key={href} href={href} name={name} isHere={isHere(path, href)} />
          ))}
        </nav>
        <Logout />
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
  return (
    <div class="agent-bar">
      <nav aria-label="Agent">
        <a class="agent-name" href={base}>
          {decodeURIComponent(agentId)}
        </a>
        {OF_AGENT.map(([end, name]) => (
          <NavLink key={end} href={base + end} name={name} isHere={path.replace(/\/$/, '') === base + end} />
        ))}
      </nav>
    </div>
  );
}

function NavLink({ href, name, isHere }: { href: string; name: string; isHere: boolean }) {
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      {name}
    </a>
  );
}

function isHere(path: string, href: string): boolean {
  if (href !== '/app/') return path.startsWith(href);
  return path === '/app' || path === href || path.startsWith('/app/agents/');
}

/** On the machine of the service there is nothing to log out of. */
function Logout() {
  const [isLocal] = useState(() => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname));
  if (isLocal) return null;
  const leave = () => void call('POST', '/api/v2/console/logout').finally(() => location.reload());
  return (
    <button type="button" class="small" onClick={leave}>
      Log out
    </button>
  );
}
