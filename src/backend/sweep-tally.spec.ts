import { MAX_LISTED } from './memory-lifecycle';
import { SweepErrors } from './sweep-tally';

const refused = new Error('secret words');

describe('the errors of a sweep', () => {
  it('name memories and the code of the database, never its message', () => {
    const errors = new SweepErrors();
    errors.add('a', refused, '23514');
    errors.add('b', refused, null);
    expect(errors.listed).toEqual([
      { memoryId: 'a', error: 'the database refused it (23514)' },
      { memoryId: 'b', error: 'failed' },
    ]);
  });

  it('end the sweep when they are more than it lists', () => {
    const errors = new SweepErrors();
    for (let n = 0; n < MAX_LISTED; n++) errors.add(`m${n}`, refused, '23514');
    expect(() => errors.add('last', refused, '23514')).toThrow('secret words');
    expect(errors.listed).toHaveLength(MAX_LISTED);
  });
});
