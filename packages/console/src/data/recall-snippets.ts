import { toWire } from '../../../client/src/wire.ts';

/** As a recall takes them. */
interface RecallFields {
  type?: string[] | null;
  tags?: string[] | null;
  source?: string[] | null;
  scopes?: (string | null)[] | null;
  status?: string | null;
  cut?: string | null;
  include?: unknown;
  validAt?: unknown;
  createdBefore?: unknown;
}

/** The same recall by curl, the TypeScript client and a call of an MCP tool. */
export function recallSnippets(agentId: string, query: string, fields: RecallFields): [string, string][] {
  const { status, ...given } = fields;
  const filter = { ...given, ...(status !== 'active' && { status }) };
  const body = JSON.stringify(toWire({ query, ...filter }));
  const options = Object.keys(filter).length > 0 ? `, ${JSON.stringify(filter)}` : '';
  const base = `${location.origin}/api/v2/agents/${agentId}`;
  // The tool cuts unless it is asked for `none`.
  const { cut, include, ...conditions } = given;
  const tool = { ...(!cut && { cut: 'none' }), ...(include !== undefined && { superseded: true }) };
  const call = { name: 'recall', arguments: toWire({ query, ...conditions, ...tool }) };
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
