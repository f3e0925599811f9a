interface RecallFields {
  agentId: string;
  query: string;
  type?: string[];
  tags?: string[];
  source?: string[];
  status: string;
  cut?: 'auto';
  include?: 'superseded';
}

/** The same recall by curl, the TypeScript client and a call of an MCP tool. */
export function recallSnippets({
  agentId,
  query,
  status,
  cut,
  include,
  ...lists
}: RecallFields): [string, string][] {
  const filter = { ...lists, ...(status !== 'active' && { status }), ...(cut && { cut }), ...(include && { include }) };
  const body = JSON.stringify({ query, ...filter });
  const options = Object.keys(filter).length > 0 ? `, ${JSON.stringify(filter)}` : '';
  const base = `${location.origin}/api/v2/agents/${agentId}`;
  // The tool cuts unless it is asked for `none`.
  const tool = { ...(!cut && { cut: 'none' }), ...(include && { superseded: true }) };
  const call = { name: 'recall', arguments: { query, ...lists, ...tool } };
  return [
    [
      'curl',
      `TOKEN=$(curl -s -X POST ${base}/activate -H 'Content-Type: application/json' -d '{"join": true}' \\
  | sed 's/.*"session_token":"\\([^"]*\\)".*/\\1/')
curl -s -X POST ${base}/recall -H "X-Session-Token: $TOKEN" \\
  -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`,
    ],
    [
      'TypeScript',
      `import { AgentMemory } from '@agent-memory/client';
const agent = new AgentMemory({ baseUrl: '${location.origin}' }).agent('${agentId}');
const { memories } = await agent.recall(${JSON.stringify(query)}${options});`,
    ],
    ['MCP call', JSON.stringify({ method: 'tools/call', params: call }, null, 2)],
  ];
}
