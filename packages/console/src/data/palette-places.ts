import { call } from './http.ts';
import { headOf } from './memory-text.ts';
import { memoryPath } from './memory-types.ts';
import { MAIN_PAGES, PAGES_OF_AGENT } from './pages.ts';

export interface PalettePlace {
  kind: 'Page' | 'Agent' | 'Memory' | 'Search';
  name: string;
  href: string;
}

/** Pages of an agent that its navigation does not have. */
const MORE_OF_AGENT = [
  ['/quarantine', 'Quarantine'],
  ['/compare', 'Compare two moments'],
  ['/connect', 'Connect an editor'],
  ['/forget', 'Forget'],
] as const;

const AGENTS = 5;
const MEMORIES = 5;
/** Shorter texts find too much to search memories for. */
const SHORTEST = 3;

/** The pages, agents and memories that a text leads to, from the page of an address. */
export async function placesFor(
  text: string,
  path: string,
  may: (operation: string) => boolean,
): Promise<PalettePlace[]> {
  const part = /^\/app\/agents\/([^/]+)/.exec(path)?.[1];
  const agentId = part === undefined ? null : decodeURIComponent(part);
  const [agents, memories] = await Promise.all([
    text !== '' && may('listUiAgents') ? agentsNamed(text) : [],
    agentId !== null && text.length >= SHORTEST && may('recall') ? memoriesWith(text, agentId) : [],
  ]);
  return [...pagesNamed(text, agentId), ...agents, ...memories];
}

/** Pages without an agent come last: they have links on each page. */
export function pagesNamed(text: string, agentId: string | null): PalettePlace[] {
  const base = agentId === null ? '' : `/app/agents/${encodeURIComponent(agentId)}`;
  const pages = [
    ...(agentId === null ? [] : [...PAGES_OF_AGENT, ...MORE_OF_AGENT].map(([end, name]) => ({ name: `${name} of ${agentId}`, href: base + end }))),
    ...MAIN_PAGES.map(([href, name]) => ({ name, href })),
  ];
  return pages
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map((page) => ({ kind: 'Page', ...page }));
}

async function agentsNamed(text: string): Promise<PalettePlace[]> {
  const query = new URLSearchParams({ limit: String(AGENTS), part: text });
  const { agents } = await call<{ agents: { agentId: string }[] }>('GET', `/api/ui/agents?${query.toString()}`);
  return agents.map(({ agentId }) => ({
    kind: 'Agent',
    name: agentId,
    href: `/app/agents/${encodeURIComponent(agentId)}`,
  }));
}

async function memoriesWith(text: string, agentId: string): Promise<PalettePlace[]> {
  // Only the browser has the address of the service, which the client takes.
  const { agentOf } = await import('./client.ts');
  const { memories } = await agentOf(agentId).recall(text, { limit: MEMORIES });
  const query = new URLSearchParams({ q: text }).toString();
  return [
    ...memories.map((memory): PalettePlace => ({
      kind: 'Memory',
      name: headOf(memory).title || 'Without a title',
      href: memoryPath(memory.agentId, memory.id),
    })),
    {
      kind: 'Search',
      name: `all memories for “${text}”`,
      href: `/app/agents/${encodeURIComponent(agentId)}/recall?${query}`,
    },
  ];
}
