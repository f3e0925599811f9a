import { INSTRUCTIONS as OF_THE_SERVER } from '../../../../src/mcp/prompts';
import { INSTRUCTIONS } from './instructions.ts';
import { instructionBlock } from './section.ts';

describe('the instructions for models of editors', () => {
  it('have at most 1,200 characters with the lines around them', () => {
    expect(instructionBlock(INSTRUCTIONS).length).toBeLessThanOrEqual(1_200);
  });

  it('speak of tools only, and repeat no sentence of the server', () => {
    expect(INSTRUCTIONS).not.toMatch(/https?:|\bPOST\b|\bHTTP\b|X-Session-Token/);
    const sentences = OF_THE_SERVER.split(/(?<=[.:;])\s+/).filter((each) => each.length > 20);
    expect(sentences.filter((each) => INSTRUCTIONS.includes(each))).toEqual([]);
  });
});
