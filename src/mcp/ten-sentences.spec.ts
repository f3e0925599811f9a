import { mcpToolsOf } from '../config/mcp-tools';
import { TEN_SENTENCES } from './ten-sentences';
import { ToolSet } from './tool-set';
import { AnswerTools } from './tools/answer.tools';
import { ReadingTools } from './tools/reading.tools';
import { WritingTools } from './tools/writing.tools';

/** Definitions need no services. */
const NONE = null as never;
const core = new ToolSet({ MCP_TOOLS: 'core' }, [
  new WritingTools(NONE, NONE, NONE),
  new ReadingTools(NONE, NONE),
  new AnswerTools(NONE, NONE),
]).list('manage');

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

it('the definitions of the core set stay within 9,500 characters', () => {
  expect(JSON.stringify({ tools: core }).length).toBeLessThanOrEqual(9_500);
});
