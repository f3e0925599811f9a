import { ValidationError } from '../../../client/src/errors.ts';
import { problemWords } from './problem-words.ts';

function refused(...issues: [loc: (string | number)[], msg: string][]): ValidationError {
  return new ValidationError('body.some.path: no', {
    issues: issues.map(([loc, msg]) => ({ type: 'value_error', loc, msg, input: null })),
  });
}

describe('problemWords', () => {
  it('names the field without its path in the API', () => {
    expect(problemWords(refused([['query', 'date'], 'Value error, expected a date']))).toBe('Date: expected a date');
    expect(problemWords(refused([['path', 'agent_id'], 'Too long']))).toBe('Agent id: Too long');
    expect(problemWords(refused([['body', 'policy', 'rules', 0, 'name'], 'Too short']))).toBe('Name: Too short');
    expect(problemWords(refused([['body', 'agents', 1], 'No such id']))).toBe('Agents: No such id');
  });

  it('says only what is wrong where no field is named', () => {
    expect(problemWords(refused([['body'], 'Not an object']))).toBe('Not an object');
  });

  it('says all that is wrong', () => {
    expect(problemWords(refused([['body', 'url'], 'No URL'], [['body', 'events'], 'Empty']))).toBe(
      'Url: No URL; Events: Empty',
    );
  });

  it('says what other errors say', () => {
    expect(problemWords(new Error('The search broke off'))).toBe('The search broke off');
    expect(problemWords('odd')).toBe('Something went wrong');
    expect(problemWords(new ValidationError('Refused', { issues: [] }))).toBe('Refused');
  });
});
