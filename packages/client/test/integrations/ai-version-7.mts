import { generateText, stepCountIs, streamText } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';

export { generateText, streamText };
export const isStepCount = stepCountIs;

type Model = MockLanguageModelV4;
type Result = Awaited<ReturnType<Model['doGenerate']>>;
type StreamPart =
  Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;
export type Reply = string | { toolName: string; input: object };

/** A model that gives these replies in turn, and keeps the prompts that it got. */
export function mockModel(replies: Reply[]): {
  model: Model;
  prompts: { role: string; content: unknown }[][];
} {
  const prompts: { role: string; content: unknown }[][] = [];
  let next = 0;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model: Model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      prompts.push(prompt);
      const reply = replies[next++] ?? '';
      const isText = typeof reply === 'string';
      const call = isText
        ? null
        : { toolCallId: String(next), toolName: reply.toolName, input: JSON.stringify(reply.input) };
      const content = isText ? { type: 'text', text: reply } : { type: 'tool-call', ...call };
      const unified = isText ? 'stop' : 'tool-calls';
      return { content: [content], finishReason: { unified, raw: undefined }, usage, warnings: [] } as Result;
    },
    doStream: async ({ prompt }) => {
      prompts.push(prompt);
      const text = String(replies[next++]);
      const chunks = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        ...[text.slice(0, 3), text.slice(3)].map((delta) => ({ type: 'text-delta', id: '1', delta })),
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
      ] as StreamPart[];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
  return { model, prompts };
}
