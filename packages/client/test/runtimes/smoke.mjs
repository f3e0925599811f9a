// What every runtime must be able to do with the client. Runs in Deno, Bun and browsers, so it imports nothing.

/**
 * @param {typeof import('../../src/agent-memory.ts')} client
 * @param {string} baseUrl
 * @param {string} agentId
 * @param {string | null} file the path of a text file, where paths can be read
 * @returns {Promise<string>} what was done
 */
export async function smoke({ AgentMemory, NotFoundError }, baseUrl, agentId, file) {
  const agent = new AgentMemory({ baseUrl, timeoutMs: 60_000 }).agent(agentId, { create: true });
  await Promise.all([agent.remember('The user prefers dark themes'), agent.remember('Tea is at four')]);
  const { memories } = await agent.recall('Which theme does the user prefer?', { limit: 1 });
  must(memories[0]?.content === 'The user prefers dark themes', 'recall finds the memory');
  must(memories[0]?.createdAt instanceof Date, 'dates are dates');

  const contents = new Set();
  for await (const { content } of agent.all()) contents.add(content);
  must(contents.size === 2, 'all memories are streamed');
  const parts = [];
  for await (const { type } of agent.answerStream('Which theme does the user prefer?')) parts.push(type);
  must(parts.at(-1) === 'done', 'an answer is streamed');

  const error = await agent.memories.get('01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e').catch((caught) => caught);
  must(error instanceof NotFoundError, 'errors have their class');

  const sources = [
    new Blob(['The cellar key hangs behind the blue door.\n']),
    ...(file === null ? [] : [file]),
  ];
  for (const source of sources) {
    let sentBytes = 0;
    const onProgress = (progress) => (sentBytes = progress.sentBytes);
    const { fileId } = await agent.files.upload(source, { filename: 'notes.txt', onProgress });
    must((await agent.files.waitUntilIndexed(fileId)).status === 'indexed', 'a file is uploaded');
    must(sentBytes > 0 || file === null, 'progress is reported');
  }
  const ended = await agent.close({ deactivate: true });
  must((ended?.memoriesCreated ?? 0) >= 2, 'the session is ended');
  return `remembered, recalled, streamed and uploaded ${sources.length} file(s)`;
}

function must(isTrue, what) {
  if (!isTrue) throw new Error(`It does not hold that ${what}`);
}
