import { text } from 'node:stream/consumers';
import type { Agent, AgentPage } from './agent';
import { agentListJson } from './agent-list-json';

const agent = (agentId: string): Agent => ({
  agentId,
  namespace: `space_${agentId}`,
  pattern: 'support',
  description: 'Says "hello"',
  status: 'ready',
  supersession: 'link',
  redaction: null,
  redactionPersonal: null,
  maxMemories: null,
  maxBytes: null,
  writesPerMinute: null,
  createdAt: new Date(0),
  lastSession: null,
  sessionCount: 1,
  memoryCount: 2,
});

async function listed(...pages: AgentPage[]): Promise<unknown> {
  async function* source(): AsyncGenerator<AgentPage, void> {
    for (const page of pages) yield await Promise.resolve(page);
  }
  const rest = source();
  return JSON.parse(await text(agentListJson(await rest.next(), rest)));
}
const page = (ids: string[], nextCursor: string | null = null): AgentPage => ({
  agents: ids.map(agent),
  nextCursor,
});

describe('the JSON of a list of agents', () => {
  it('has the agents of all pages and their number', async () => {
    expect(await listed(page(['a', 'b'], 'x'), page(['c']))).toMatchObject({
      agents: [{ agent_id: 'a', description: 'Says "hello"' }, { agent_id: 'b' }, { agent_id: 'c' }],
      count: 3,
    });
  });

  it('is valid without agents, and where those of the last page were deleted', async () => {
    expect(await listed(page([]))).toEqual({ agents: [], count: 0 });
    expect(await listed(page(['a'], 'x'), page([]))).toMatchObject({ agents: [{ agent_id: 'a' }], count: 1 });
  });

  it('says where the next page starts only when the last page is not the end', async () => {
    expect(await listed(page(['a'], 'x'), page(['b'], 'y'))).toMatchObject({ count: 2, next_cursor: 'y' });
    expect(await listed(page(['a'], 'x'), page(['b']))).not.toHaveProperty('next_cursor');
  });

  it('reads no page before its reader takes it', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<AgentPage, void> {
      for (;;) {
        read++;
        yield await Promise.resolve(page(Array<string>(200).fill('a'), 'x'));
      }
    }
    const pages = endless();
    const stream = agentListJson(await pages.next(), pages);
    for await (const _ of stream) break;
    expect(stream.destroyed).toBe(true);
    expect(read).toBeLessThan(5);
  });
});
