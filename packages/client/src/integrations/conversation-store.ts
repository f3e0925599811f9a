import type { Agent } from '../agent.ts';
import { withoutRecalled } from './recalled-block.ts';

/** What of a conversation becomes memories: nothing, what the user says, or both sides. */
export type StoredSide = 'none' | 'user' | 'both';

/** Stores what messages say, if anything. A failure does not end the conversation. */
export async function storeMessages(
  agent: Agent,
  messages: { role: 'user' | 'assistant'; content: string }[],
  onError: ((error: unknown) => void) | undefined,
): Promise<void> {
  const turns = messages
    .map(({ role, content }) => ({ role, content: withoutRecalled(content).trim() }))
    .filter(({ content }) => content !== '');
  if (turns.length === 0) return;
  try {
    await agent.extract(turns);
  } catch (error) {
    onError?.(error);
  }
}
