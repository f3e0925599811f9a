import { jsonSchema, tool, type ToolSet } from 'ai';
import type { Agent } from '../agent.ts';
import { type StoredSide, storeMessages } from './conversation-store.ts';
import { MEMORY_TOOL_CALLS, type MemoryToolOptions, type ToolInput } from './memory-tool-calls.ts';
import { recallBlock, type RecallBlockOptions } from './recalled-block.ts';

export interface WithMemoryOptions extends RecallBlockOptions {
  /** Default: `none`. */
  store?: StoredSide;
}

/** Tools with which a model recalls, remembers and forgets by itself: `generateText({ tools: memoryTools(agent) })`. */
export function memoryTools(agent: Agent, options: MemoryToolOptions = {}): ToolSet {
  return Object.fromEntries(
    MEMORY_TOOL_CALLS.map(({ name, description, parameters, run }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<ToolInput>(parameters),
        execute: (input: ToolInput) => run(agent, input, options),
      }),
    ]),
  ) as ToolSet;
}

/** The part of a prompt that is the same in the language models of ai 6 and 7. */
interface PromptMessage {
  role: string;
  content: unknown;
}
interface ModelCall {
  prompt: PromptMessage[];
}
interface Part {
  type: string;
  text?: string;
  delta?: string;
}
interface Model {
  specificationVersion: string;
  doGenerate(call: ModelCall): PromiseLike<{ content: Part[] }>;
  doStream(call: ModelCall): PromiseLike<{ stream: ReadableStream<Part> }>;
}

/**
 * A language model that gets what the agent remembers about the user's last message in its system prompt, and whose
 * conversations become memories if `store` says so.
 */
export function withMemory<M extends object>(model: M, agent: Agent, options: WithMemoryOptions = {}): M {
  const { store = 'none', onError } = options;
  const inner = model as unknown as Model;
  const withBlock = async <C extends ModelCall>(call: C): Promise<C> => {
    const block = await recallBlock(agent, lastUserText(call.prompt), options);
    if (block === null) return call;
    const first = call.prompt.findIndex(({ role }) => role !== 'system');
    const before = first < 0 ? call.prompt.length : first;
    return { ...call, prompt: call.prompt.toSpliced(before, 0, { role: 'system', content: block }) };
  };
  const keep = async (call: ModelCall, answer: string): Promise<void> => {
    const user = call.prompt.at(-1)?.role === 'user' ? lastUserText(call.prompt) : '';
    const userTurn = { role: 'user' as const, content: user };
    const replied = { role: 'assistant' as const, content: answer };
    if (store !== 'none')
      await storeMessages(agent, store === 'both' ? [userTurn, replied] : [userTurn], onError);
  };
  const methods: Pick<Model, 'doGenerate' | 'doStream'> = {
    doGenerate: async (call) => {
      const result = await inner.doGenerate(await withBlock(call));
      await keep(call, result.content.map(({ type, text }) => (type === 'text' ? text : '')).join(''));
      return result;
    },
    doStream: async (call) => {
      const result = await inner.doStream(await withBlock(call));
      let answer = '';
      const observed = new TransformStream<Part, Part>({
        transform: (part, controller) => {
          if (part.type === 'text-delta') answer += part.delta ?? '';
          controller.enqueue(part);
        },
        flush: () => keep(call, answer),
      });
      return { ...result, stream: result.stream.pipeThrough(observed) };
    },
  };
  // Everything else is the model's own, its private fields included.
  return new Proxy(model, {
    get: (target, name) => {
      if (name === 'doGenerate' || name === 'doStream') return methods[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function lastUserText(prompt: PromptMessage[]): string {
  const message = prompt.findLast(({ role }) => role === 'user');
  if (typeof message?.content === 'string') return message.content;
  const parts = (message?.content ?? []) as Part[];
  return parts
    .map(({ type, text }) => (type === 'text' ? text : ''))
    .join(' ')
    .trim();
}
