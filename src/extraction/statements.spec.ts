import fc from 'fast-check';
import { TUNED_DROPPED, TUNED_KEPT } from '../../bench/labelled/extraction-cases';
import { processorMs } from '../../test/support/processor-time';
import { placeholderOf } from '../screening/screen-text';
import { findStatements, statementSteps } from './statements';

function only(role: string, content: string) {
  const { candidates } = findStatements({ role, content });
  expect(candidates).toHaveLength(1);
  return candidates[0]!;
}

describe('what is kept of what a user says', () => {
  it.each(TUNED_KEPT)('%s: %s', (type, said, content) => {
    expect(only('user', said)).toMatchObject({
      type,
      content,
      title: null,
      provenance: 'explicit_statement',
    });
  });
});

describe('what is dropped of what a user says', () => {
  it.each(TUNED_DROPPED)('%s: %.60s', (_, said) => {
    expect(findStatements({ role: 'user', content: said })).toEqual({ candidates: [], rejected: 0 });
  });
});

describe('confidence', () => {
  it('is less for what is hedged, which is inferred', () => {
    expect(only('user', 'I prefer tea.')).toMatchObject({
      confidence: 0.85,
      provenance: 'explicit_statement',
    });
    expect(only('user', 'I think I prefer tea.')).toMatchObject({ confidence: 0.65, provenance: 'inferred' });
    expect(only('user', 'I guess I prefer tea.')).toMatchObject({ confidence: 0.4, provenance: 'inferred' });
  });

  it('is most for what the user asked to remember', () => {
    expect(only('user', 'Remember that the door code changes monthly.').confidence).toBe(0.95);
  });
});

describe('other speakers', () => {
  it('keeps decisions and facts of the project of an assistant, as inferred', () => {
    expect(only('assistant', 'We agreed to keep the REST API.')).toMatchObject({
      type: 'decision',
      content: 'The assistant said: We agreed to keep the REST API.',
      confidence: 0.6,
      provenance: 'inferred',
    });
    expect(only('assistant', "I've decided to split the module.").content).toBe(
      'The assistant has decided to split the module.',
    );
    expect(only('assistant', 'The server now listens on port 9000.').type).toBe('fact');
  });

  it.each([
    "I'd be happy to help!",
    'You prefer dark themes.',
    "I'll fix the bug in auth.ts.",
    'Python is a programming language.',
    'I think we decided to use Redis.',
    'Never use var.',
    'Sure, here is the updated function.',
  ])('drops of an assistant: %s', (content) => {
    expect(findStatements({ role: 'assistant', content }).candidates).toEqual([]);
  });

  it.each(['system', 'tool', 'developer', 'function'])('takes no statement from the role %s', (role) => {
    expect(findStatements({ role, content: 'I prefer dark themes.' }).candidates).toEqual([]);
  });

  it('names a person by their name, and another by their role', () => {
    expect(only('Alice', 'I prefer tea.').content).toBe('Alice prefers tea.');
    expect(only('customer', 'I prefer tea.').content).toBe('The customer prefers tea.');
    expect(only('x: y\n"z"', 'I prefer tea.').content).toBe('The speaker prefers tea.');
  });
});

describe('messages of several sentences', () => {
  it('keeps each statement, in order', () => {
    const content =
      'Hey! I live in Oslo. What time is it? We use pnpm; never npm. Dr. Lee is my dentist, e.g. for checks.';
    expect(findStatements({ role: 'user', content }).candidates.map((each) => each.content)).toEqual([
      'The user lives in Oslo.',
      'We use pnpm; never npm.',
    ]);
  });

  it('reads lists under a heading as what the heading says', () => {
    const content =
      '## Decisions:\n- Redis stays out\n- Logs go to CloudWatch\n\nTODO:\n1. renew the certificate';
    expect(
      findStatements({ role: 'user', content }).candidates.map((each) => [each.type, each.content]),
    ).toEqual([
      ['decision', 'Decision: Redis stays out.'],
      ['decision', 'Decision: Logs go to CloudWatch.'],
      ['commitment', 'Todo: renew the certificate.'],
    ]);
  });

  it('puts lines together that were broken for their length', () => {
    const content =
      'We decided to move all the reports of the old system\nto the new warehouse before the end of March.';
    expect(only('user', content).content).toBe(content.replace('\n', ' '));
  });

  it('counts sentences that held a secret', () => {
    const content = `The key is ${placeholderOf('key')}. I prefer tea.`;
    const { candidates, rejected } = findStatements({ role: 'user', content });
    expect([candidates.length, rejected]).toEqual([1, 1]);
  });

  it('never fails, and says nothing of its own, whatever it reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (role, content) => {
        for (const { content: kept } of findStatements({ role, content }).candidates) {
          expect(kept.trim()).not.toBe('');
        }
      }),
    );
  });

  it('takes time in proportion to the length of a message', () => {
    for (const part of [
      'I prefer ',
      'the API is a ',
      'a, ',
      '. ',
      'if ',
      '"I ',
      '**a',
      'I ',
      'my x ',
      '- ',
      "don't ",
    ]) {
      const content = part.repeat(Math.ceil(10_000 / part.length));
      expect(processorMs(() => findStatements({ role: 'user', content }))).toBeLessThan(3_000);
    }
  });
});

describe('the steps of a message', () => {
  const content = `${'2026-05-01 '.repeat(50)}. Red is a colour. We met.`;

  it('judge one rule at a time, because its pattern is compiled at the first use', () => {
    const test = jest.spyOn(RegExp.prototype, 'test');
    const uses: number[] = [];
    for (const step of statementSteps({ role: 'user', content })) {
      uses.push(test.mock.calls.length);
      test.mockClear();
      expect(step).toBeUndefined();
    }
    test.mockRestore();
    expect(uses.length).toBeGreaterThan(100);
    expect(Math.max(...uses)).toBeLessThan(25);
  });
});
