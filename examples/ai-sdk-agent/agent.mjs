// An agent of the Vercel AI SDK that remembers its user from one conversation to the next.
import { AgentMemory } from '@agent-memory/client';
import { memoryTools, withMemory } from '@agent-memory/client/ai-sdk';
import { generateText, stepCountIs } from 'ai';
import { mockModel } from './mock-model.mjs';

const memory = new AgentMemory({ baseUrl: process.env.AGENT_MEMORY_URL });
const agent = memory.agent('example-ai-sdk', { create: true });

// A model of a provider goes here, such as openai('gpt-5-mini') of @ai-sdk/openai.
const model = mockModel();

async function ask(options) {
  const { text } = await generateText({ system: 'You are an assistant.', ...options });
  console.log(`User:  ${options.prompt}\nModel: ${text}\n`);
}

// 1. The model remembers by itself: what the user says becomes memories, and what fits the next question goes into the
//    system prompt. These are two conversations: the second one has no messages of the first.
const withOwnMemory = withMemory(model, agent, { store: 'user', onError: console.error });
await ask({ model: withOwnMemory, prompt: 'I prefer tabs over spaces in Go files.' });
await ask({ model: withOwnMemory, prompt: 'Tabs or spaces in Go files: what do I prefer?' });

// 2. The model decides what to remember and when to look, with tools.
const withTools = { model, tools: memoryTools(agent), stopWhen: stepCountIs(5) };
await ask({ ...withTools, prompt: 'Remember: The deploy key is rotated on Mondays.' });
await ask({ ...withTools, prompt: 'Look up: When is the deploy key rotated?' });

const { memories } = await agent.recent();
console.log(`The agent has ${memories.length} memories:`);
for (const { type, content } of memories) console.log(`- ${type}: ${content}`);
