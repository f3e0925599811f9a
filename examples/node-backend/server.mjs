// A chat back end that remembers each of its users. It uses nothing but Node and the client.
//
//   POST /users/ana/messages   {"text": "I prefer dark themes."}   stores what the message says, and answers from memory
//   GET  /users/ana/memories                                       everything that is known about the user, as NDJSON
//   DELETE /users/ana                                              forgets the user
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { AgentMemory, AgentMemoryError, RateLimitedError, UnavailableError } from '@agent-memory/client';

const MOST_BYTES = 10_000;

const memory = new AgentMemory({
  baseUrl: process.env.AGENT_MEMORY_URL, // default: http://127.0.0.1:8000
  apiKey: process.env.AGENT_MEMORY_KEY, // not needed on the service's own machine
});

/** One agent for each user keeps their memories apart. It is made once, so that its requests share a session. */
const agents = new Map();
function agentOf(user) {
  if (!agents.has(user)) agents.set(user, memory.agent(`example-user-${user}`, { create: true }));
  return agents.get(user);
}

async function message(user, request, response) {
  if (Number(request.headers['content-length'] ?? MOST_BYTES) >= MOST_BYTES)
    return send(response, 413, { error: 'the message is too long' });
  const { text: said } = JSON.parse(await text(request));
  if (typeof said !== 'string') return send(response, 400, { error: 'text is missing' });
  const agent = agentOf(user);
  // What was known before this message. Only what the question is about: a score of 0.2 or more.
  const { memories } = await agent.recall(said, { limit: 3, minScore: 0.2 });
  // Rules or a language model of the service decide what of the message is worth keeping.
  const { candidates } = await agent.extract([{ role: 'user', content: said }]);
  send(response, 200, {
    // A language model would get the recalled memories in its prompt here.
    answer: memories.length === 0 ? 'I do not know.' : memories.map(({ content }) => content).join(' '),
    learned: candidates.map(({ content }) => content),
  });
}

/** A stream, however many memories there are. */
async function list(user, response) {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  for await (const { content, type, createdAt } of agentOf(user).all()) {
    if (!response.write(`${JSON.stringify({ content, type, createdAt })}\n`)) await once(response, 'drain');
  }
  response.end();
}

async function forget(user, response) {
  await memory.agents.delete(agentOf(user).id, { deleteMemories: true });
  agents.delete(user);
  send(response, 204);
}

async function route(request, response) {
  const [, users, user, what] = new URL(request.url, 'http://localhost').pathname.split('/');
  if (users !== 'users' || !/^[a-z0-9]{1,30}$/.test(user)) return send(response, 404, { error: 'not found' });
  if (request.method === 'POST' && what === 'messages') return message(user, request, response);
  if (request.method === 'GET' && what === 'memories') return list(user, response);
  if (request.method === 'DELETE' && what === undefined) return forget(user, response);
  return send(response, 404, { error: 'not found' });
}

/** The client has repeated the request already. What is left is for the caller of this back end to repeat. */
function fail(error, response) {
  console.error(error);
  if (response.headersSent) return response.destroy();
  if (error instanceof SyntaxError) return send(response, 400, { error: 'the body is not JSON' });
  const mayBeRepeated = error instanceof RateLimitedError || error instanceof UnavailableError;
  if (mayBeRepeated) response.setHeader('Retry-After', Math.ceil((error.retryAfterMs ?? 1_000) / 1_000));
  const cause = error instanceof AgentMemoryError ? (error.code ?? error.name) : 'unexpected';
  return send(response, mayBeRepeated ? 503 : 500, { error: cause });
}

function send(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

const server = createServer((request, response) => {
  route(request, response).catch((error) => fail(error, response));
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`The back end is listening on http://127.0.0.1:${server.address().port}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
