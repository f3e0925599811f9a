import { mcpToolsOf, type McpToolName } from '../config/mcp-tools';
import { ToolSet } from './tool-set';
import { AnswerTools } from './tools/answer.tools';
import { ReadingTools } from './tools/reading.tools';
import { WritingTools } from './tools/writing.tools';

/**
 * What people say to an agent, and the tool that the agent must call. A model that has only the list of tools must find
 * it: read these again after a change of a description.
 */
const TEN_SENTENCES: readonly { said: string; tool: McpToolName }[] = [
  { said: 'Remember that I never fly on Fridays.', tool: 'remember' },
  { said: 'Keep the five decisions of this meeting for next time.', tool: 'remember_many' },
  { said: 'What did I tell you about the seats that I like?', tool: 'recall' },
  { said: 'Book the usual hotel for me.', tool: 'recall' },
  { said: 'What have you noted since last week?', tool: 'recent' },
  { said: 'From your notes alone, when does the contract end, and how sure are you?', tool: 'answer' },
  { said: 'You wrote my name wrong in that note: it is Zoë, not Zoe.', tool: 'update' },
  { said: 'We have moved to Porto, so the note about Lisbon no longer holds.', tool: 'remember' },
  { said: 'Forget what I said about the diet.', tool: 'forget' },
  { said: 'No, bring back the note that you have just removed.', tool: 'restore' },
];

/** Definitions need no services. */
const NONE = null as never;
const core = new ToolSet({ MCP_TOOLS: 'core' }, [
  new WritingTools(NONE, NONE, NONE),
  new ReadingTools(NONE, NONE, NONE),
  new AnswerTools(NONE, NONE),
]).list({ access: 'manage', grant: null });

it('ten different sentences name a tool of the core set each', () => {
  expect(new Set(TEN_SENTENCES.map(({ said }) => said)).size).toBe(10);
  for (const { tool } of TEN_SENTENCES) expect(mcpToolsOf('core')).toContain(tool);
});

it.each(mcpToolsOf('core') ?? [])(
  'the core tool %s is meant by a sentence, and has a title and a description',
  (name) => {
    expect(TEN_SENTENCES.map(({ tool }) => tool)).toContain(name);
    expect(core.find((tool) => tool.name === name)).toMatchObject({
      title: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\S/),
    });
  },
);

it('the definitions of the core set stay within 8,000 characters', () => {
  expect(JSON.stringify({ tools: core }).length).toBeLessThanOrEqual(8_000);
});
