// In place of a hosted model, so that the example needs no account. It repeats what it gets: recalled memories of the
// system prompt, and results of tools. `Remember:` and `Look up:` make it call a tool.
import { MockLanguageModelV4 } from 'ai/test';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const TOOLS = [
  { starts: 'Remember: ', toolName: 'remember', field: 'content' },
  { starts: 'Look up: ', toolName: 'recall_memories', field: 'query' },
];

export function mockModel() {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt, tools = [] }) => {
      const call = tools.length > 0 && prompt.at(-1).role === 'user' ? toolCall(lastUserText(prompt)) : null;
      return {
        content: [call ?? { type: 'text', text: answer(prompt) }],
        finishReason: { unified: call === null ? 'stop' : 'tool-calls', raw: undefined },
        usage: USAGE,
        warnings: [],
      };
    },
  });
}

function toolCall(text) {
  const tool = TOOLS.find(({ starts }) => text.startsWith(starts));
  if (tool === undefined) return null;
  const input = JSON.stringify({ [tool.field]: text.slice(tool.starts.length) });
  return { type: 'tool-call', toolCallId: tool.toolName, toolName: tool.toolName, input };
}

function answer(prompt) {
  const known = [...recalledLines(prompt), ...toolResults(prompt)];
  return known.length === 0 ? 'I will see.' : `I remember: ${known.join(' ')}`;
}

/** The lines that `withMemory` puts into the system prompt. */
function recalledLines(prompt) {
  const system = prompt.filter(({ role }) => role === 'system').map(({ content }) => content);
  return [...system.join('\n').matchAll(/^- (?:[\d-]+): (.*)$/gm)].map(([, content]) => content);
}

function toolResults(prompt) {
  const results = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
  return results.flatMap(({ output }) => (output.value.memories ?? []).map(({ content }) => content));
}

function lastUserText(prompt) {
  const { content } = prompt.findLast(({ role }) => role === 'user');
  return content.map(({ text }) => text).join(' ');
}
