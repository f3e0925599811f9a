import { EDITORS } from './editors.ts';

export interface ConnectBlock {
  name: string;
  text: string;
}

export interface ConnectClient {
  id: string;
  name: string;
  /** What to do when the blocks are in place. */
  next: string;
  blocks: ConnectBlock[];
}

interface Place {
  /** Of the service, such as `http://127.0.0.1:8000`. */
  service: string;
  agentId: string;
  /** Null: requests need no key. */
  key: string | null;
}

/** Where the key comes that is not made yet. */
export const KEY_PLACE = 'amk_YOUR_KEY';

/** Programs besides the editors. */
const PROGRAMS = [
  ['typescript', 'TypeScript'],
  ['curl', 'curl'],
] as const;

/** The ids and names of everything that can be connected. */
export const CLIENTS: readonly (readonly [id: string, name: string])[] = [
  ...EDITORS.map(({ id, name }) => [id, name] as const),
  ...PROGRAMS,
];

/** What connects a client to an agent; of the first one where there is no client of the id. */
export function connectBlocks(id: string, place: Place): ConnectClient {
  if (id === 'typescript') return typescript(place);
  if (id === 'curl') return curl(place);
  const editor = EDITORS.find((each) => each.id === id) ?? EDITORS[0];
  const text = filled(place.key === null ? editor.local : editor.remote, place);
  const { service, agentId, key } = place;
  // An editor that takes no key in its file has it from the environment.
  const needsVariable = key !== null && !editor.remote.includes('{KEY}');
  const command = `claude mcp add --transport http agent-memory ${service}/mcp/agents/${agentId}`;
  const header = key === null ? '' : ` --header "Authorization: Bearer ${key}"`;
  return {
    ...editor,
    blocks: [
      ...(editor.id === 'claude-code' ? [{ name: 'Command', text: command + header }] : []),
      ...(needsVariable ? [{ name: 'Environment', text: `export AGENT_MEMORY_KEY=${key}` }] : []),
      { name: editor.file, text },
    ],
  };
}

function filled(text: string, { service, agentId, key }: Place): string {
  return text
    .replaceAll('{URL}', `${service}/mcp/agents/${agentId}`)
    .replaceAll('{SERVICE}', service)
    .replaceAll('{AGENT}', agentId)
    .replaceAll('{KEY}', key ?? '');
}

function typescript({ service, agentId, key }: Place): ConnectClient {
  const apiKey = key === null ? '' : `, apiKey: '${key}'`;
  const text = `import { AgentMemory } from '@agent-memory/client';
const agent = new AgentMemory({ baseUrl: '${service}'${apiKey} }).agent('${agentId}');
await agent.remember('Ana moved to Lisbon in May.', { type: 'event' });
const { memories } = await agent.recall('Where does Ana live?');`;
  return { id: 'typescript', name: 'TypeScript', next: 'Run the program.', blocks: [{ name: 'Program', text }] };
}

function curl({ service, agentId, key }: Place): ConnectClient {
  const api = `API=${service}/api/v2/agents/${agentId}\n`;
  const body = `-H 'Content-Type: application/json' \\
  -d '{"content": "Ana moved to Lisbon in May.", "type": "event"}'`;
  const text =
    key === null
      ? `${api}TOKEN=$(curl -s -X POST $API/activate -H 'Content-Type: application/json' -d '{"join": true}' \\
  | sed 's/.*"session_token":"\\([^"]*\\)".*/\\1/')
curl -s -X POST $API/remember -H "X-Session-Token: $TOKEN" ${body}`
      : `${api}curl -s -X POST $API/remember -H 'Authorization: Bearer ${key}' ${body}`;
  return { id: 'curl', name: 'curl', next: 'Run the command.', blocks: [{ name: 'Command', text }] };
}
