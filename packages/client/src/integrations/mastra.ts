import type { Processor } from '@mastra/core/processors';
import type { Agent } from '../agent.ts';
import { type StoredSide, storeMessages } from './conversation-store.ts';
import { recallBlock, type RecallBlockOptions } from './recalled-block.ts';

export interface KeepMemoriesOptions {
  /** Default: `user`. */
  store?: StoredSide;
  /** Called when the memories cannot be stored. The answer of the model is returned all the same. */
  onError?: (error: unknown) => void;
}

/** An input processor that puts what the agent remembers about the user's last message into the system prompt. */
export function recallMemories(agent: Agent, options: RecallBlockOptions = {}): MemoryInputProcessor {
  return {
    id: 'agent-memory-recall',
    processInput: async ({ messages, systemMessages }) => {
      const block = await recallBlock(agent, lastText(messages, 'user'), options);
      if (block === null) return messages;
      return { messages, systemMessages: [...systemMessages, { role: 'system' as const, content: block }] };
    },
  };
}

/** An output processor that stores what was said. */
export function keepMemories(agent: Agent, options: KeepMemoriesOptions = {}): MemoryOutputProcessor {
  const { store = 'user', onError } = options;
  return {
    id: 'agent-memory-store',
    processOutputResult: async ({ messages, messageList, result }) => {
      const user = { role: 'user' as const, content: lastText(messageList.get.input.db(), 'user') };
      const assistant = { role: 'assistant' as const, content: result.text };
      if (store !== 'none')
        await storeMessages(agent, store === 'both' ? [user, assistant] : [user], onError);
      return messages;
    },
  };
}

export type MemoryInputProcessor = Processor<'agent-memory-recall'> &
  Required<Pick<Processor, 'processInput'>>;
export type MemoryOutputProcessor = Processor<'agent-memory-store'> &
  Required<Pick<Processor, 'processOutputResult'>>;

interface Message {
  role: string;
  content: unknown;
}
interface Parts {
  parts?: { type: string; text?: string }[];
}

function lastText(messages: Message[], role: string): string {
  const content = messages.findLast((message) => message.role === role)?.content;
  if (typeof content === 'string') return content;
  const parts = (content as Parts | undefined)?.parts ?? [];
  return parts
    .map(({ type, text }) => (type === 'text' ? (text ?? '') : ''))
    .join(' ')
    .trim();
}
