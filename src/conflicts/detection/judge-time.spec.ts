import { MOST_MS, slowTexts } from '../../../test/support/linear-time';
import { judgeByRules } from './judge-by-rules';
import type { JudgedMemory } from './verdict';

const AT = new Date('2026-01-02T03:04:05Z');

function memory(content: string): JudgedMemory {
  return { content, title: 'Note', type: 'fact', createdAt: AT };
}

describe('the rules for conflicts on hostile texts', () => {
  it('take time in proportion to the texts of a pair', () => {
    const judge = (text: string) => judgeByRules(memory(text), memory(`${text.slice(0, -1)}?`));
    expect(slowTexts(judge, MOST_MS)).toEqual([]);
  });
});
