import { useAgentId } from '../data/address.ts';
import { ConnectAgent } from '../parts/connect-agent.tsx';
import { FirstCall } from '../parts/first-call.tsx';
import { Page } from '../parts/page.tsx';

/** How does an editor or a program get this agent's memory, and does it work? */
export function ConnectPage() {
  const agentId = useAgentId();
  return (
    <Page
      title={`Connect to ${agentId}`}
      lead="Choose your editor, copy what it needs, and see its first call arrive."
    >
      <ConnectAgent key={agentId} agentId={agentId} />
      <FirstCall key={agentId} agentId={agentId} />
    </Page>
  );
}
