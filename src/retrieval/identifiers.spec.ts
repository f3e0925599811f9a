import fc from 'fast-check';
import { document, indexOf, query } from '../../test/support/index-samples';
import { withFoldedIdentifiers } from './identifiers';

const SAME: [string, ...string[]][] = [
  ['123456789', '123-45-6789'],
  ['alice@acme.io', 'Alice@ACME.io', 'alice+news@acme.io'],
  ['441234567', '+41 44 123 45 67', '044 123 45 67', '0041441234567', '+41 (0)44 123 45 67', '044/123.45.67'],
  ['5551234567', '(555) 123-4567', '+1 555-123-4567', '555-123-4567'],
  ['pay42', 'PAY-0042', 'pay_42', 'Pay:42', '“PAY-42”'],
  ['acme.io', 'www.acme.io', 'https://www.ACME.io/', 'http://acme.io'],
  ['ano2024', 'Año_2024'],
  ['7', '007'],
  ['4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111'],
  ['ch9300762011623852957', 'CH93 0076 2011 6238 5295 7'],
  ['gb29nwbk60161331926819', 'GB29 NWBK 6016 1331 9268 19'],
  ['550e8400e29b41d4a716446655440000', '550e8400-e29b-41d4-a716-446655440000'],
];

const DIFFERENT: [string, string][] = [
  ['alice@acme.io', 'alice.smith@acme.io'],
  ['alice@acme.io', 'alice@acme.com'],
  ['123-45-6789', '123-45-67890'],
  ['5-10', '510'],
  ['10-12', '1012'],
  ['A-1-11', 'A-11-1'],
  ['1.2.3', '12.3'],
  ['10.0.0.1', '10.0.01'],
  ['2023-01-12', '2023-11-02'],
  ['1-12-2023', '11-2-2023'],
  ['+41 44 123 45 67', '+41 44 123 45 68'],
  ['PAY-42', 'PAY-420'],
  ['PAY-40', 'PAY-4'],
  ['3.14', '314'],
  ['1:56', '156'],
];

const folded = (text: string) => withFoldedIdentifiers(text.toLowerCase());

describe('withFoldedIdentifiers', () => {
  it.each(SAME)('writes as %s what is the same', (right, ...written) => {
    for (const each of [right, ...written]) expect(folded(each)).toBe(right);
  });

  it.each(DIFFERENT)('distinguishes %s and %s', (one, other) => {
    expect(folded(one)).not.toBe(folded(other));
  });
});

describe('withFoldedIdentifiers, in a text', () => {
  it('changes nothing but identifiers', () => {
    expect(folded("Anna's number is 123-45-6789; see https://acme.io/a_b/ for well-known things.")).toBe(
      "anna's number is 123456789; see acme.io/a_b for well-known things.",
    );
    expect(folded('Call +41 44 123 45 67 or 044 123 45 68, at 10:15 on 05.01.2023.')).toBe(
      'call 441234567 or 441234568, at 10:15 on 05.01.2023.',
    );
  });

  it('keeps names of letters apart', () => {
    expect(folded('user_id')).not.toBe(folded('userid'));
    expect(folded('résumé')).not.toBe(folded('resume'));
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab01 -_.:@+/()0"') }), (text) => {
        expect(typeof withFoldedIdentifiers(text)).toBe('string');
      }),
    );
  });
});

describe('recall of identifiers', () => {
  const find = (text: string, ...texts: string[]) =>
    indexOf(texts.map((each, n) => document({ id: `m${n}`, order: n, text: each })))
      .search(query(text, { neighbours: 'off' }))
      .hits.map(({ id }) => id);

  it.each([
    ['What belongs to 123456789?', 'The number 123-45-6789 is of Anna.'],
    ['123-45-6789', 'The number 123456789 is of Anna.'],
    ['Who has 0441234567?', 'Call Anna at +41 44 123 45 67.'],
    ['Who has +41441234567?', 'Call Anna (044 123 45 67).'],
    ['ticket PAY0042', 'We closed PAY-42.'],
    ['who owns 4111111111111111', 'Card 4111 1111 1111 1111, of Anna.'],
    ['userid', 'Rename user_id.'],
    ['agent 7', 'It was 007.'],
  ])('%s finds: %s', (text, right) => {
    expect(find(text, 'The mill is green.', right)).toEqual(['m1']);
  });

  it('puts the whole before what shares parts', () => {
    const texts = ['Mail alice.smith@acme.io about the bill.', 'Mail alice@acme.io about the bill.'];
    expect(find('Alice+bills@acme.io', ...texts)[0]).toBe('m1');
    expect(find('alice.smith@acme.io', ...texts)[0]).toBe('m0');
  });

  it('takes times, dates and years in a row for no telephone', () => {
    expect(find('501202310', 'On 05.01.2023 10:15 we met.')).toEqual([]);
    expect(find('20192020', 'In 2019 and 2020.')).toEqual([]);
  });
});
