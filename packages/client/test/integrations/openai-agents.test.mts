import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentMemory } from '@agent-memory/client';
import { memoryTools } from '@agent-memory/client/openai-agents';
import { Agent, type Model, type ModelRequest, type ModelResponse, Runner, Usage } from '@openai/agents';

const memory = new AgentMemory({ timeoutMs: 60_000, baseUrl: process.env.AGENT_MEMORY_URL ?? '' });

type Output = ModelResponse['output'][number];
const call = (name: string, input: object): Output => ({
  type: 'function_call',
  callId: `${name}-1`,
  name,
  status: 'completed',
  arguments: JSON.stringify(input),
});
const say = (text: string): Output => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
});

/** A model that gives these outputs in turn, and keeps its requests. */
class MockModel implements Model {
  readonly requests: ModelRequest[] = [];
  constructor(private readonly outputs: Output[]) {}
  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const output = this.outputs[this.requests.push(request) - 1];
    return { usage: new Usage(), output: output ? [output] : [] };
  }
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error('not streamed');
  }
}

test('an agent remembers, recalls and forgets with function tools', async () => {
  const store = memory.agent('openai-tools', { create: true });
  const { memoryId } = await store.remember('The office plant is called Fred');
  const model = new MockModel([
    call('remember', { content: 'The user lives in Lisbon' }),
    call('recall_memories', { query: 'Where does the user live?' }),
    call('forget', { id: memoryId }),
    say('In Lisbon.'),
  ]);
  const agent = new Agent({ name: 'Helper', model, tools: memoryTools(store) });
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, 'Where do I live?');
  assert.equal(finalOutput, 'In Lisbon.');
  assert.match(JSON.stringify(model.requests[2]?.input), /The user lives in Lisbon/);
  const { memories } = await store.recent({ status: 'active' });
  assert.deepEqual(
    memories.map(({ content }) => content),
    ['The user lives in Lisbon'],
  );
});
