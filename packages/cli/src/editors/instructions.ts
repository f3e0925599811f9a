import type { Scope } from '../context.ts';
import type { Instructions } from './connection.ts';
import { listTools } from './verify.ts';

const ANSWER_MS = 10_000;

/** The service's template for this agent, and what its MCP endpoint says to models, which is shorter. */
export async function fetchInstructions(scope: Scope): Promise<Instructions> {
  const headers: Record<string, string> = scope.key === null ? {} : { Authorization: `Bearer ${scope.key}` };
  const url = endpointOf(scope);
  const { instructions } = await listTools({ kind: 'http', url, headers }, process.cwd(), {});
  const short = `# Long-term memory\n\n${instructions}`;
  return { full: (await fetchTemplate(scope, headers)) ?? short, short };
}

export function endpointOf({ url, agent }: Pick<Scope, 'url' | 'agent'>): string {
  return `${url}/mcp/agents/${encodeURIComponent(agent)}`;
}

/** Null where the caller may not have it: it needs management access. */
async function fetchTemplate({ url, agent }: Scope, headers: Record<string, string>): Promise<string | null> {
  const response = await fetch(`${url}/api/ui/template-status/update`, {
    method: 'POST',
    headers,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    return null;
  }
  const { template } = (await response.json()) as { template: string };
  return template.replaceAll('{base_url}', url).replaceAll('{agent_id}', agent);
}
