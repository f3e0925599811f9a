import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentMemory } from '@agent-memory/client';
import { keepMemories, recallMemories } from '@agent-memory/client/mastra';
import { Agent } from '@mastra/core/agent';
import { mockModel } from './ai-version.mjs';

const memory = new AgentMemory({ timeoutMs: 60_000, baseUrl: process.env.AGENT_MEMORY_URL ?? '' });

test('processors recall before the model and store after it', async () => {
  const store = memory.agent('mastra', { create: true });
  await store.remember('The user prefers dark themes');
  const { model, prompts } = mockModel(['Dark.', 'Noted.']);
  const agent = new Agent({
    id: 'helper',
    name: 'Helper',
    instructions: 'You help.',
    // Its types are of another version of ai.
    model: model as never,
    inputProcessors: [recallMemories(store)],
    outputProcessors: [keepMemories(store)],
  });

  const { text } = await agent.generate('Which theme does the user prefer?');
  assert.equal(text, 'Dark.');
  assert.match(JSON.stringify(prompts[0]), /recalled-memories.*dark themes/);

  await agent.generate('I prefer tabs over spaces in Go files.');
  const contents = (await store.recent()).memories.map(({ content }) => content).join(' ');
  assert.match(contents, /tabs/);
  assert.doesNotMatch(contents, /recalled-memories/);
});
