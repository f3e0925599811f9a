import fc from 'fast-check';
import { processorMs } from '../../test/support/processor-time';
import { toolOf } from './activity';

describe('the tool of a request', () => {
  it.each([
    ['Claude Code', 'node', 'claude-code'],
    ['  My_Tool v1.2  ', undefined, 'my_tool-v1.2'],
    ['ünïcode', undefined, 'n-code'],
    [undefined, 'python-requests/2.31.0', 'python-requests'],
    [undefined, 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101', 'mozilla'],
    [undefined, ' curl/8.5.0', 'curl'],
    [undefined, 'axios', 'axios'],
    ['', 'curl/8.5.0', 'curl'],
    ['---', 'curl/8.5.0', 'curl'],
    ['日本', '(comment only)', 'unknown'],
    [undefined, undefined, 'unknown'],
    [undefined, '', 'unknown'],
  ])('of the name %j and the agent %j is %s', (clientName, userAgent, expected) => {
    expect(toolOf(clientName, userAgent)).toBe(expected);
  });

  it('is 1 to 64 plain characters, whatever the headers hold', () => {
    const header = fc.option(fc.string({ maxLength: 400, unit: 'binary' }), { nil: undefined });
    fc.assert(
      fc.property(header, header, (clientName, userAgent) => {
        expect(toolOf(clientName, userAgent)).toMatch(/^[a-z0-9._-]{1,64}$/);
      }),
    );
  });

  it('is named the same by its own slug', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (name) => {
        const tool = toolOf(name, undefined);
        expect(toolOf(tool, undefined)).toBe(tool);
      }),
    );
  });

  it('is read from a header of any length in no time', () => {
    const name = '-'.repeat(1_000_000);
    const header = ' '.repeat(1_000_000);
    expect(processorMs(() => toolOf(name, header))).toBeLessThan(1_500);
  });
});
