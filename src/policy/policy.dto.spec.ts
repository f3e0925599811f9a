import fc from 'fast-check';
import { MEMORY_TYPES, PROVENANCES } from '../backend/memory';
import { RequestValidationPipe } from '../common/validation.pipe';
import { ValidationError, type ValidationIssue } from '../common/validation-error';
import { NO_POLICY, toExpiryPolicy, type PolicyDocument } from './policy';
import { PolicyRequest, toPolicyDocument } from './policy.dto';

const pipe = new RequestValidationPipe();
const read = async (body: unknown): Promise<PolicyDocument> =>
  toPolicyDocument((await pipe.transform(body, { type: 'body', metatype: PolicyRequest })) as PolicyRequest);

async function refused(body: unknown): Promise<readonly ValidationIssue[]> {
  try {
    await read(body);
  } catch (error) {
    if (error instanceof ValidationError) return error.issues;
    throw error;
  }
  return [];
}
const places = async (body: unknown) => (await refused(body)).map(({ loc }) => loc.join('.'));
const rule = (fields: object) => ({ name: 'r', match: {}, expire_after: '1d', ...fields });

const durations = fc.constantFrom('30m', '12h', '7d', '2w', '3mo', '1y', 'never');
const labels = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);
const documents: fc.Arbitrary<PolicyDocument> = fc.record({
  version: fc.integer({ min: 1 }),
  retention: fc.dictionary(fc.constantFrom(...MEMORY_TYPES), durations, { noNullPrototype: true }),
  rules: fc.uniqueArray(
    fc.record({
      name: labels,
      match: fc.record(
        {
          type: fc.subarray([...MEMORY_TYPES], { minLength: 1 }),
          tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'pinned'), { minLength: 1 }),
          source: fc.uniqueArray(labels, { minLength: 1, maxLength: 5 }),
          provenance: fc.subarray([...PROVENANCES], { minLength: 1 }),
          confidence_below: fc.double({ min: 0, max: 1, noNaN: true }).map((x) => x + 0),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
      expire_after: durations,
    }),
    { selector: ({ name }) => name, maxLength: 10 },
  ),
  purge_expired_after: durations,
});

describe('a policy that is put', () => {
  it('comes back as it went, and can be applied', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const read1 = await read(JSON.parse(JSON.stringify(document)));
        expect(read1).toEqual(document);
        expect(() => toExpiryPolicy(read1)).not.toThrow();
      }),
    );
  });

  it('either is refused with the places at fault, or can be applied, whatever JSON it is', async () => {
    const parts = fc.oneof(fc.jsonValue(), documents as fc.Arbitrary<unknown>);
    const bodies = fc.record(
      {
        version: parts,
        retention: parts,
        rules: fc.oneof(parts, fc.array(parts)),
        purge_expired_after: parts,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(bodies, fc.jsonValue()), async (body) => {
        const issues = await refused(body);
        for (const issue of issues) expect(issue.loc[0]).toBe('body');
        if (issues.length > 0) return;
        const policy = await read(body);
        expect(() => toExpiryPolicy(policy)).not.toThrow();
      }),
    );
  });

  it('is the one of an agent without any, when nothing is given', async () => {
    for (const body of [
      undefined,
      {},
      { version: null, retention: null, rules: null, purge_expired_after: null },
    ]) {
      expect(await read(body)).toEqual(NO_POLICY);
    }
  });

  it('drops fields it does not know and conditions that are null', async () => {
    const rules = [rule({ match: { type: null, tags: ['a', ' a '], colour: 'red' }, note: 'x' })];
    expect((await read({ rules, comment: 'x' })).rules).toEqual([rule({ match: { tags: ['a'] } })]);
  });

  it('takes a rule without conditions for one that matches everything', async () => {
    for (const match of [undefined, null, {}])
      expect((await read({ rules: [rule({ match })] })).rules[0]?.match).toEqual({});
  });

  it.each([
    ['an unknown type', { retention: { nonsense: '7d' } }, 'body.retention'],
    ['an unknown type among known ones', { retention: { fact: '7d', Fact: '7d' } }, 'body.retention'],
    ['a type named as a method of objects', { retention: { toString: '7d' } }, 'body.retention'],
    ['a type that objects hide', { retention: { constructor: '7d' } }, 'body.retention.constructor'],
    ['a retention that is no object', { retention: ['7d'] }, 'body.retention'],
    ['a bad retention', { retention: { fact: '7 days' } }, 'body.retention.fact'],
    ['a retention that is null', { retention: { fact: null } }, 'body.retention.fact'],
    ['a retention that is a number', { retention: { fact: 7 } }, 'body.retention.fact'],
    ['a bad purge age', { purge_expired_after: '0d' }, 'body.purge_expired_after'],
    ['a version below 1', { version: 0 }, 'body.version'],
    ['a version that is no number', { version: '1' }, 'body.version'],
    ['rules that are no list', { rules: { 0: rule({}) } }, 'body.rules'],
    ['a rule that is no object', { rules: [rule({}), 'x'] }, 'body.rules.1'],
    ['a rule without a name', { rules: [rule({ name: undefined })] }, 'body.rules.0.name'],
    [
      'a rule without a duration',
      { rules: [rule({ expire_after: undefined })] },
      'body.rules.0.expire_after',
    ],
    [
      'a bad duration',
      { rules: [rule({}), rule({ name: 's', expire_after: '1.5h' })] },
      'body.rules.1.expire_after',
    ],
    ['a negative duration', { rules: [rule({ expire_after: '-1d' })] }, 'body.rules.0.expire_after'],
    ['a name with a space', { rules: [rule({ name: 'a b' })] }, 'body.rules.0.name'],
    ['an empty name', { rules: [rule({ name: '' })] }, 'body.rules.0.name'],
    ['a name of 65 letters', { rules: [rule({ name: 'x'.repeat(65) })] }, 'body.rules.0.name'],
    ['a name given twice', { rules: [rule({}), rule({ name: 's' }), rule({})] }, 'body.rules.2.name'],
    ['a match that is a list', { rules: [rule({ match: [] })] }, 'body.rules.0.match'],
    ['an unknown type of a rule', { rules: [rule({ match: { type: ['x'] } })] }, 'body.rules.0.match.type.0'],
    ['a type that is no list', { rules: [rule({ match: { type: 'fact' } })] }, 'body.rules.0.match.type'],
    [
      'an unknown provenance',
      { rules: [rule({ match: { provenance: ['imported', 'guessed'] } })] },
      'body.rules.0.match.provenance.1',
    ],
    [
      'a source with a space',
      { rules: [rule({ match: { source: ['a b'] } })] },
      'body.rules.0.match.source.0',
    ],
    ['an empty tag', { rules: [rule({ match: { tags: [''] } })] }, 'body.rules.0.match.tags.0'],
    ['a confidence above 1', conf(1.01), 'body.rules.0.match.confidence_below'],
    ['a confidence below 0', conf(-0.01), 'body.rules.0.match.confidence_below'],
    ['a confidence that is a text', conf('0.5'), 'body.rules.0.match.confidence_below'],
    ['101 rules', { rules: Array.from({ length: 101 }, (_, i) => rule({ name: `r${i}` })) }, 'body.rules'],
    [
      '10000 rules',
      { rules: Array.from({ length: 10_000 }, (_, i) => rule({ name: `r${i}` })) },
      'body.rules',
    ],
  ])('with %s is refused there', async (_, body, place) => {
    expect(await places(body)).toEqual([place]);
  });

  it.each(['type', 'tags', 'source', 'provenance'])(
    'with an empty list of %s is refused there, since it might match everything',
    async (condition) => {
      expect(await places({ rules: [rule({ match: { [condition]: [] } })] })).toEqual([
        `body.rules.0.match.${condition}`,
      ]);
    },
  );

  it('may hold a hundred rules', async () => {
    const rules = Array.from({ length: 100 }, (_, i) => rule({ name: `r${i}` }));
    expect((await read({ rules })).rules).toHaveLength(100);
  });

  it('names every mistake at once', async () => {
    const body = { retention: { x: '1d' }, rules: [rule({ expire_after: '0d' })], purge_expired_after: 5 };
    expect(await places(body)).toEqual([
      'body.retention',
      'body.rules.0.expire_after',
      'body.purge_expired_after',
    ]);
  });

  it('is refused with a value_error for an unknown type of retention', async () => {
    expect((await refused({ retention: { nonsense: '7d' } }))[0]).toMatchObject({ type: 'value_error' });
  });
});

function conf(confidence_below: unknown) {
  return { rules: [rule({ match: { confidence_below } })] };
}
