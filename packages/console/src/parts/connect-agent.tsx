import { useMay } from '../data/login.ts';
import { CopyBlock } from './copy-block.tsx';

/** The commands that connect an editor or a program to an agent. */
export function ConnectAgent({ agentId }: { agentId: string }) {
  const may = useMay();
  const base = location.origin;
  const url = `${base}/mcp/agents/${agentId}`;
  return (
    <section class="panel" aria-labelledby="connect">
      <div class="row between">
        <h2 id="connect">Connect {agentId}</h2>
        <a class="button small" href="/app/">
          Close
        </a>
      </div>
      <p class="quiet">
        Run one of these where your editor or program is. From another machine add a key:{' '}
        {may('createKey') ? (
          <>
            create one on the page <a href="/app/system">System</a>.
          </>
        ) : (
          'the person who manages this service creates one.'
        )}
      </p>
      <div class="columns">
        <CopyBlock name="Claude Code" text={`claude mcp add --transport http memory ${url}`} />
        <CopyBlock
          name="Cursor, VS Code and other editors"
          text={JSON.stringify({ mcpServers: { memory: { url } } }, null, 2)}
        />
        <CopyBlock
          name="TypeScript"
          text={`import { AgentMemory } from '@agent-memory/client';
const agent = new AgentMemory({ baseUrl: '${base}' }).agent('${agentId}');
await agent.remember('Ana moved to Lisbon in May.', { type: 'event' });
const { memories } = await agent.recall('Where does Ana live?');`}
        />
        <CopyBlock
          name="curl"
          text={`API=${base}/api/v2/agents/${agentId}
TOKEN=$(curl -s -X POST $API/activate -H 'Content-Type: application/json' -d '{"join": true}' \\
  | sed 's/.*"session_token":"\\([^"]*\\)".*/\\1/')
curl -s -X POST $API/remember -H "X-Session-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"content": "Ana moved to Lisbon in May.", "type": "event"}'`}
        />
      </div>
    </section>
  );
}
