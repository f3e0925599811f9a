import { readFileSync } from 'node:fs';

const README = new URL('../README.md', import.meta.url);
const MEMORY = `import { AgentMemory } from '@agent-memory/client';
const memory = new AgentMemory({ timeoutMs: 60_000, baseUrl: process.env.AGENT_MEMORY_URL ?? '' });
`;
const AGENT = `${MEMORY}const agent = memory.agent('readme', { create: true });\n`;

/** What the examples of the README take from the program around them. */
const AROUND = {
  'ai-sdk': `${AGENT}import { generateText, mockModel } from './ai-version.mjs';
const openai = (_: string) => mockModel(['Dark.', 'Dark.']).model;
const prompt = 'Which theme do I prefer?';
`,
  langgraph: `${MEMORY}import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({ text: Annotation<string> });
const builder = new StateGraph(State).addNode('a', () => ({ text: '' })).addEdge(START, 'a').addEdge('a', END);
`,
  'openai-agents': `${AGENT}import { Agent } from '@openai/agents';\n`,
  mastra: `${AGENT}import { Agent } from '@mastra/core/agent';
import { mockModel } from './ai-version.mjs';
const model = mockModel([]).model as never;
const config = { id: 'helper', name: 'Helper', instructions: 'You help.', model };
`,
  anthropic: `${AGENT}import { scriptedFetch } from './anthropic.test.mjs';
import Anthropic from '@anthropic-ai/sdk';
const client = new Anthropic({ apiKey: 'none', fetch: scriptedFetch });
const messages = [{ role: 'user' as const, content: 'Remember that I like green tea' }];
`,
};

/**
 * The README's example of an integration as a program in TypeScript.
 *
 * @param {string} integration
 */
export function readmeProgram(integration) {
  const blocks = [...readFileSync(README, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(
    ([, code = '']) => code,
  );
  const code = blocks.find((block) => block.includes(`'@agent-memory/client/${integration}'`));
  if (code === undefined) throw new Error(`The README has no example of ${integration}`);
  return AROUND[/** @type {keyof typeof AROUND} */ (integration)] + code;
}
