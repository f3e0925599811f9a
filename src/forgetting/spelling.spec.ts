import { finderOf, isSearchable } from './spelling';

function verdict(about: string, text: string): string {
  return finderOf(about)(text)?.verdict ?? 'no';
}

describe('names', () => {
  it.each([
    ['Alice Smith', 'I met Alice Smith today', 'certain'],
    ['Alice Smith', 'ALICE  SMITH', 'certain'],
    ['Alice Smith', "alice smith's desk", 'certain'],
    ['Alice Smith', 'Smith, Alice', 'certain'],
    ['Alice Smith', 'tag alice-smith', 'certain'],
    ['Alice Smith', 'user:alice_smith', 'certain'],
    ['Alice Smith', 'AliceSmith wrote it', 'certain'],
    ['Alice Smith', 'A\u200blice\u00a0Smi\u00adth', 'certain'],
    ['Alice Smith', 'Ａｌｉｃｅ Smith', 'certain'],
    ['Alice Smith', 'Dr. Alice Smith called', 'certain'],
    ['Alice Smith', 'Dear Alice Smith, hello', 'certain'],
    ['Alice Smith', 'Alice Smith and Bob Jones met', 'certain'],
    ['Alice Smith', 'Alice\nSmith', 'certain'],
    ['Alice Smith', 'Alice', 'unsure'],
    ['Alice Smith', 'A. Smith', 'unsure'],
    ['Alice Smith', 'Alice and Bob Smith', 'unsure'],
    ['Alice Smith', 'I like Alice. Smith came', 'unsure'],
    ['Alice Smith', 'Alice, Smith and Jones', 'unsure'],
    ['Alice Smith', 'Alice Smith Jones', 'unsure'],
    ['Alice Smith', 'we asked Mary Alice Smith', 'unsure'],
    ['Alice Smith', 'Alice Smith-Jones', 'unsure'],
    ['Alice Smith', 'alice.smith@acme.io', 'unsure'],
    ['Alice Smith', 'Alicce Smith', 'unsure'],
    ['Alice Smith', 'Malice Smithers', 'no'],
    ['Alice Smith', 'Bob likes coffee', 'no'],
    ['Zoë Quist', 'zoe quist', 'certain'],
    ['Zoe Quist', 'Zoe\u0308 Quist', 'certain'],
    ['Jörg Müller', 'Joerg Mueller', 'certain'],
    ['Joerg Mueller', 'Jörg Müller', 'certain'],
    ['Jörg Müller', 'Jorg Muller', 'certain'],
    ['Frank Weiß', 'FRANK WEISS', 'certain'],
    ["Sinéad O'Brien", 'Sinead O’Brien', 'certain'],
    ['Kubernetes', 'we run kubernetes', 'certain'],
    ['Kubernetes', 'we run Kuberntes', 'unsure'],
    ['Alice', 'Alice likes tea', 'certain'],
    ['Alice', 'Alice Smith likes tea', 'unsure'],
    ['Alice', 'alicea', 'unsure'],
    ['Иван Петров', 'ИВАН ПЕТРОВ', 'certain'],
    ['李小龍', '李小龍', 'certain'],
    ['project Apollo', 'The project Apollo budget', 'certain'],
    ['project Apollo', 'the project budget', 'no'],
  ])('%s in %j: %s', (about, text, expected) => {
    expect(verdict(about, text)).toBe(expected);
  });
});

describe('identifiers', () => {
  it.each([
    ['alice@acme.io', 'mail Alice@ACME.io.', 'certain'],
    ['alice@acme.io', '<alice+news@acme.io>', 'certain'],
    ['alice@acme.io', 'mailto:alice@acme.io', 'certain'],
    ['mailto:alice@acme.io', 'alice@acme.io', 'certain'],
    ['mailto:alice@acme.io', 'mailto:bob@acme.io', 'no'],
    ['user:4711', 'case user:4711', 'certain'],
    ['user:4711', 'the user has 2 cats', 'no'],
    ['user:4711', '4711 is a cologne', 'no'],
    ['044 123 45 67', 'call +41 44 123 45 67', 'certain'],
    ['044 123 45 67', 'room 44', 'no'],
    ['tel:+41441234567', '044 123 45 67', 'certain'],
    ['CH93 0076 2011 6238 5295 7', 'highway 76', 'no'],
    ['CH93 0076 2011 6238 5295 7', 'CH9300762011623852957', 'certain'],
    ['https://example.com/docs', 'see www.example.com/docs/.', 'certain'],
    ['https://example.com/docs', 'see https://example.com/docs/intro', 'unsure'],
    ['https://example.com/docs', 'the docs are an example', 'no'],
    ['https://example.com/docs', 'https://other-example.com/docs', 'no'],
    ['https://acme.io/u/42', 'https://other.org/7', 'no'],
    ['www.example.com', 'https://example.com is down', 'certain'],
    ['acme/billing', 'the repo acme/billing uses pnpm', 'certain'],
    ['acme/billing', 'billing of acme', 'no'],
    ['alice@acme.io', 'user:alice@acme.io', 'certain'],
    ['alice@acme.io', 'alice [at] acme.io', 'certain'],
    ['alice@acme.io', 'alice%40acme.io', 'certain'],
    ['alice@acme.io', 'al\u200bice@acme.io', 'certain'],
    ['alice@acme.io', 'alice.smith@acme.io', 'no'],
    ['alice@acme.io', 'alice@acme.io.example.com', 'no'],
    ['alice@acme.io', 'malice@acme.io', 'no'],
    ['alice@acme.io', 'Alice at work', 'no'],
    ['alice+news@acme.io', 'alice@acme.io', 'certain'],
    ['123-45-6789', 'SSN 123456789', 'certain'],
    ['123456789', 'SSN 123-45-6789', 'certain'],
    ['123-45-6789', 'SSN 123-45-67890', 'no'],
    ['+49 170 1234567', 'call 0170 1234567', 'certain'],
    ['0170 1234567', 'call +49 (170) 123-4567', 'certain'],
    ['PAY-2231', 'see pay2231', 'certain'],
    ['PAY-2231', 'see pay-2231', 'certain'],
    ['DE89 3704 0044 0532 0130 00', 'IBAN DE89370400440532013000', 'certain'],
    ['4711', 'customer 4711', 'certain'],
    ['4711', 'customer 47110', 'no'],
    ['4711', 'user:4711', 'certain'],
  ])('%s in %j: %s', (about, text, expected) => {
    expect(verdict(about, text)).toBe(expected);
  });
});

it('reports how the text writes the subject', () => {
  expect(finderOf('Jörg Müller')('Ask JOERG  Mueller')?.spelling).toBe('JOERG  Mueller');
  expect(finderOf('alice@acme.io')('To Alice@Acme.io')?.spelling).toBe('Alice@Acme.io');
});

it('takes no subject without a letter or digit, as often as it is asked', () => {
  for (let time = 0; time < 3; time++) {
    expect([isSearchable('Alice'), isSearchable('…'), isSearchable('\u200b')]).toEqual([true, false, false]);
  }
});

it('takes linear time', () => {
  const find = finderOf('Alice Smith');
  const took = (text: string): number => {
    const start = performance.now();
    find(text);
    return performance.now() - start;
  };
  for (const part of ['Alice ', 'Alice Smit', 'a.', 'é', 'Smith, ', '@', '[at]', ' at ']) {
    expect(took(part.repeat(10_000 / part.length))).toBeLessThan(500);
  }
});
