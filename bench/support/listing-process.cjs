// Lists all memories of an agent through the built client: FILE-OF-THE-CLIENT URL KEY AGENT. Prints their number and the highest heap in
// use, in MB (10^6 bytes), of the whole process, garbage included.
const EVERY = 100;

async function main() {
  const [client, baseUrl, apiKey, agentId] = process.argv.slice(2);
  const { AgentMemory } = require(client);
  const agent = new AgentMemory({ baseUrl, apiKey, timeoutMs: 60_000 }).agent(agentId);
  let count = 0;
  let highest = 0;
  for await (const memory of agent.all()) {
    if (typeof memory.content !== 'string') throw new Error('A memory has no content');
    if (count++ % EVERY === 0) highest = Math.max(highest, process.memoryUsage().heapUsed);
  }
  console.log(JSON.stringify({ count, heap: highest / 1e6 }));
}

void main();
