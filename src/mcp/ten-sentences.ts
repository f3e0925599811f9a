import type { McpToolName } from '../config/mcp-tools';

/**
 * What people say to an agent, and the tool that the agent must call. A model that has only the list of tools must find
 * it: read these again after a change of a description.
 */
export const TEN_SENTENCES: readonly { said: string; tool: McpToolName }[] = [
  { said: 'Remember that I never fly on Fridays.', tool: 'remember' },
  { said: 'Keep the five decisions of this meeting for next time.', tool: 'remember_many' },
  { said: 'What did I tell you about the seats that I like?', tool: 'recall' },
  { said: 'Book the usual hotel for me.', tool: 'recall' },
  { said: 'What have you noted since last week?', tool: 'recent' },
  { said: 'From your notes alone, when does the contract end, and how sure are you?', tool: 'answer' },
  { said: 'You wrote my name wrong in that note: it is Zoë, not Zoe.', tool: 'update' },
  { said: 'We have moved to Porto, so the note about Lisbon no longer holds.', tool: 'remember' },
  { said: 'Forget what I said about the diet.', tool: 'forget' },
  { said: 'No, bring back the note that you have just removed.', tool: 'restore' },
];
