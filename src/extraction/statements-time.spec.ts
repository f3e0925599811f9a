import { MOST_MS, slowTexts } from '../../test/support/linear-time';
import { findStatements } from './statements';

describe('the rules for statements on hostile texts', () => {
  it('take time in proportion to the text', () => {
    expect(slowTexts((content) => findStatements({ role: 'user', content }), MOST_MS)).toEqual([]);
  });

  it('take time in proportion to the name of a speaker', () => {
    expect(slowTexts((role) => findStatements({ role, content: 'I prefer tabs.' }), MOST_MS)).toEqual([]);
  });
});
