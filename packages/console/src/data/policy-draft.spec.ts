import { EMPTY_RULE, finished, type PolicyDraft, policyText, ruleProblem, ruleProblems } from './policy-draft.ts';

const RULE = { ...EMPTY_RULE, name: 'pinned' };

describe('a rule that is written', () => {
  it.each([
    [{}, ''],
    [{ name: ' ' }, 'Give the rule a name'],
    [{ name: 'old ones' }, 'A name has letters'],
    [{ name: 'taken' }, 'Another rule has this name'],
    [{ expireAfter: '30 days' }, 'The age after which it expires is a number'],
    [{ type: 'fact, note' }, 'There is no type note'],
    [{ confidenceBelow: '2' }, 'A confidence is from 0 to 1'],
    [{ confidenceBelow: 'low' }, 'A confidence is from 0 to 1'],
  ])('with %j: %s', (fields, problem) =>
    expect(ruleProblem({ ...RULE, ...fields }, ['taken']).startsWith(problem)).toBe(true),
  );

  it('has no problem when it is whole', () => expect(ruleProblem(RULE, [])).toBe(''));
});

describe('a policy that is written', () => {
  const draft: PolicyDraft = {
    rules: [RULE, EMPTY_RULE, { ...RULE, expireAfter: '7d' }],
    retention: { event: '30d', fact: '3x' },
    purgeExpiredAfter: 'soon',
  };

  it('names the problems of its rules in order', () => {
    expect(ruleProblems(draft).map((problem) => problem === '')).toEqual([true, false, false]);
  });

  it('is previewed without what is not finished', () => {
    expect(finished(draft)).toEqual({ rules: [RULE], retention: { event: '30d' }, purgeExpiredAfter: 'never' });
  });

  it('is a line for each rule and age', () => {
    expect(policyText(finished(draft)).split('\n')).toEqual([
      'Rule pinned: every memory, after 30d',
      'event: after 30d',
      'Expired memories: deleted after never',
    ]);
  });
});
