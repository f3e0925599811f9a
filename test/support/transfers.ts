import type { Reachable } from './test-app';

export const NDJSON = 'application/x-ndjson';

interface Line {
  kind: string;
  id: string;
  content: string;
  status: string;
}

/** Without the line break at the end. */
export const linesOf = (text: string) => text.trimEnd().split('\n');
export const memoriesOf = (text: string) =>
  linesOf(text)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ kind }) => kind === 'memory');

export const exportPath = (agentId: string) => `/api/v2/agents/${agentId}/export`;

/** The whole export of an agent. */
export async function exported(app: Reachable, agentId: string): Promise<string> {
  const response = await fetch(`${app.url}${exportPath(agentId)}`);
  expect(response.status).toBe(200);
  return response.text();
}
