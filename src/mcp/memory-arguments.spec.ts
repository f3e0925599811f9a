import { LinkFinder } from '../links/link-finder.service';
import { shownSampleOf } from '../../test/support/field-samples';
import { FIELD_LIST } from '../backend/memory-columns';
import type { MemoriesService } from '../memories/memories.service';
import type { RememberService } from '../memories/remember.service';
import type { Tool } from './tool';
import { checkedArguments } from './tool-arguments';
import { WritingTools } from './tools/writing.tools';

const MEMORY_ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const GIVEN = FIELD_LIST.filter(({ tools }) => tools !== undefined).map(
  (field) => [field.column, field] as const,
);

/** The request that a call of the tool sends to its service. */
async function requestOf(name: 'remember' | 'rememberMany' | 'update', args: Record<string, unknown>) {
  const requests: unknown[] = [];
  const response = { memory_id: MEMORY_ID, type: 'fact', action: 'store', results: [] };
  const note = (request: unknown) => {
    requests.push(request);
    return Promise.resolve({ response, replayed: false });
  };
  const storing = {
    remember: (_: unknown, request: unknown) => note(request),
    rememberBatch: (_: unknown, request: unknown) => note(request),
  } as unknown as RememberService;
  const memories = {
    edit: async (_: unknown, __: unknown, request: unknown) => {
      await note(request);
      return { fields: [], secrets: {} };
    },
  } as unknown as MemoriesService;
  const finder = { detect: () => Promise.resolve([]) } as unknown as LinkFinder;
  const tool: Tool = new WritingTools(memories, storing, finder)[name];
  const call = { args: checkedArguments(args, tool.inputSchema) } as Parameters<Tool['run']>[0];
  await tool.run(call);
  return requests[0];
}

describe('the tools that write', () => {
  it.each(GIVEN)('remember takes %s', async (column, field) => {
    const args = { content: 'Likes tea', [column]: shownSampleOf(field) };
    expect(await requestOf('remember', args)).toMatchObject(args);
  });

  it.each(GIVEN)('remember_many takes %s', async (column, field) => {
    const args = { memories: [{ content: 'Likes tea', [column]: shownSampleOf(field) }] };
    expect(await requestOf('rememberMany', args)).toMatchObject(args);
  });

  it.each(GIVEN.filter(([, { tools }]) => tools?.includes('update')))(
    'update takes %s',
    async (column, field) => {
      const change = { [column]: shownSampleOf(field) };
      expect(await requestOf('update', { memory_id: MEMORY_ID, ...change })).toMatchObject(change);
    },
  );
});
