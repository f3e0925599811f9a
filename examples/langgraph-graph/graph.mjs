// A LangGraph graph whose long-term store is the memory service: what one run stores, every later run finds.
import { AgentMemory } from '@agent-memory/client';
import { AgentMemoryStore } from '@agent-memory/client/langgraph';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';

const memory = new AgentMemory({ baseUrl: process.env.AGENT_MEMORY_URL });

const State = Annotation.Root({
  message: Annotation(),
  found: Annotation({ reducer: (_, found) => found, default: () => [] }),
  answer: Annotation(),
});

/** The first part of a namespace is the agent, so that each user's notes are below one agent. */
const notesOf = ({ configurable }) => ['example-langgraph', 'users', configurable.userId];

async function recall({ message }, config) {
  const items = await config.store.search(notesOf(config), { query: message, limit: 3 });
  return { found: items.filter(({ score }) => score >= 0.2).map(({ value }) => value.text) };
}

/** A language model would write the answer here. */
async function reply({ found }) {
  return { answer: found.length === 0 ? 'Noted.' : `You said: ${found.join(' ')}` };
}

/** The same key again replaces the note. */
async function keep({ message }, config) {
  if (!message.endsWith('?'))
    await config.store.put(notesOf(config), message.slice(0, 40), { text: message });
  return {};
}

const graph = new StateGraph(State)
  .addNode('recall', recall)
  .addNode('reply', reply)
  .addNode('keep', keep)
  .addEdge(START, 'recall')
  .addEdge('recall', 'reply')
  .addEdge('reply', 'keep')
  .addEdge('keep', END)
  .compile({ store: new AgentMemoryStore(memory) });

async function run(userId, message) {
  const { answer } = await graph.invoke({ message }, { configurable: { userId } });
  console.log(`${userId}: ${message}\ngraph: ${answer}\n`);
}

await run('ana', 'The office plants are watered on Fridays.');
await run('ana', 'When are the office plants watered?');
// Another user's notes are in another namespace.
await run('ben', 'When are the office plants watered?');
