import type { Agent, RecallOptions } from '../agent.ts';
import { MEMORY_TOOL_CALLS } from './memory-tool-calls.ts';
import { recallBlock } from './recalled-block.ts';

const MEMORY = {
  id: 'a',
  type: 'fact',
  content: 'We deploy on Mondays.',
  createdAt: new Date('2026-05-01T12:00:00Z'),
  validFrom: null,
  validTo: null,
  current: true,
};

/** An agent that recalls these memories, and keeps what it was asked. */
function agentWith(memories: object[], fields: object = {}) {
  const asked: RecallOptions[] = [];
  const stored: unknown[][] = [];
  const agent = {
    recall: (_: string, options: RecallOptions) => {
      asked.push(options);
      return Promise.resolve({ memories, ...fields });
    },
    remember: (...args: unknown[]) => {
      stored.push(args);
      return Promise.resolve({ memoryId: 'b' });
    },
  } as unknown as Agent;
  return { agent, asked, stored };
}

const toolOf = (name: string): (typeof MEMORY_TOOL_CALLS)[number] => {
  const found = MEMORY_TOOL_CALLS.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

describe('recallBlock', () => {
  it('names the agent of a memory that another agent has', async () => {
    const { agent } = agentWith([{ ...MEMORY, agentId: 'handbook' }, MEMORY], { id: 'own' });
    expect(await recallBlock(agent, 'When do we deploy?')).toMatch(
      /\n- 2026-05-01, of handbook: We deploy on Mondays\.\n- 2026-05-01: We deploy on Mondays\.\n/,
    );
  });

  it('asks for what bears on the message, unless the program asks for all', async () => {
    const { agent, asked } = agentWith([MEMORY]);
    await recallBlock(agent, 'When do we deploy?');
    await recallBlock(agent, 'When do we deploy?', { cut: 'none' });
    expect(asked).toMatchObject([{ cut: 'auto' }, { cut: 'none' }]);
  });

  it('says when a memory holds, if the memory says so', async () => {
    const { agent } = agentWith([
      MEMORY,
      { ...MEMORY, validFrom: new Date('2026-04-01') },
      { ...MEMORY, validFrom: new Date('2026-04-01'), validTo: new Date('2026-06-01') },
    ]);
    const lines = (await recallBlock(agent, 'deploy?'))?.split('\n').slice(2, -1);
    expect(lines).toEqual([
      '- 2026-05-01: We deploy on Mondays.',
      '- 2026-05-01 (holds from 2026-04-01): We deploy on Mondays.',
      '- 2026-05-01 (holds from 2026-04-01 until 2026-06-01): We deploy on Mondays.',
    ]);
  });

  it('says that another memory says otherwise', async () => {
    const torn = { ...MEMORY, conflictsWith: ['b'] };
    const { agent } = agentWith([torn, { ...torn, validFrom: new Date('2026-04-01') }]);
    const lines = (await recallBlock(agent, 'deploy?'))?.split('\n').slice(2, -1);
    expect(lines).toEqual([
      '- 2026-05-01 (another memory says otherwise): We deploy on Mondays.',
      '- 2026-05-01 (holds from 2026-04-01; another memory says otherwise): We deploy on Mondays.',
    ]);
    const found = await toolOf('recall_memories').run(agent, { query: 'deploy?' });
    expect(found).toMatchObject({ memories: [{ conflictsWith: ['b'] }, { conflictsWith: ['b'] }] });
  });

  it('leaves out what is not current', async () => {
    const { agent } = agentWith([{ ...MEMORY, current: false }]);
    expect(await recallBlock(agent, 'deploy?')).toBeNull();
  });

  it('leaves out a memory of which only the time fits', async () => {
    const { agent } = agentWith([{ ...MEMORY, validTo: new Date('2026-06-01') }]);
    const frame = (await recallBlock(agent, 'deploy?'))?.replace(/- .*\n/, '').length ?? 0;
    const head = '- 2026-05-01 (holds until 2026-06-01): '.length;
    expect(await recallBlock(agent, 'deploy?', { maxCharacters: frame + head + 2 })).toBeNull();
    expect(await recallBlock(agent, 'deploy?', { maxCharacters: frame + head + 4 })).toContain(': We…');
  });
});

describe('the tools', () => {
  it('recall what bears on the query and holds now, with the verdict and the times', async () => {
    const ended = { ...MEMORY, id: 'old', current: false };
    const { agent, asked } = agentWith([{ ...MEMORY, validTo: new Date('2026-06-01') }, ended], {
      verdict: 'weak',
    });
    expect(await toolOf('recall_memories').run(agent, { query: 'deploy?' })).toEqual({
      verdict: 'weak',
      memories: [
        {
          id: 'a',
          type: 'fact',
          content: 'We deploy on Mondays.',
          createdAt: '2026-05-01T12:00:00.000Z',
          validTo: '2026-06-01T00:00:00.000Z',
        },
      ],
    });
    await toolOf('recall_memories').run(agent, { query: 'deploy?' }, { cut: 'none' });
    expect(asked).toMatchObject([{ cut: 'auto' }, { cut: 'none' }]);
  });

  it('store a memory in the place of another one', async () => {
    const { agent, stored } = agentWith([]);
    await toolOf('remember').run(agent, { content: 'We deploy on Tuesdays.', replaces: 'a' });
    await toolOf('remember').run(agent, { content: 'Tea at four.', replaces: null });
    expect(stored).toEqual([
      ['We deploy on Tuesdays.', { supersedes: ['a'] }],
      ['Tea at four.', {}],
    ]);
  });
});
