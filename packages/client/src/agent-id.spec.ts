import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_ID_FORM } from '../../../src/agents/agent';
import { agentIdFor } from './agent-id.ts';

interface Vector {
  text: string;
  id: string;
}

// Made with Python's hashlib and re: all clients give the same ids.
const path = join(__dirname, '../../../test/fixtures/agent-ids.json');
const VECTORS = JSON.parse(readFileSync(path, 'utf8')) as Vector[];

describe('the agent id of a text', () => {
  it.each(VECTORS.map(({ text, id }) => [text, id]))('of %j is %s', async (text, id) => {
    await expect(agentIdFor(text)).resolves.toBe(id);
  });

  it('is one that the service takes, and another one for another text', () => {
    for (const { id } of VECTORS) expect(id).toMatch(AGENT_ID_FORM.regex);
    expect(new Set(VECTORS.map(({ id }) => id)).size).toBe(VECTORS.length);
  });

  it.each(['', '\ud83d', 'a\udc00b'])('is refused for %j', async (text) => {
    await expect(agentIdFor(text)).rejects.toThrow(TypeError);
  });
});
