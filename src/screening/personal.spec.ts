import fc from 'fast-check';
import { MOST_MS, slowTexts } from '../../test/support/linear-time';
import { screenText } from './screen-text';

function personal(text: string): [string, string][] {
  return screenText(text, { credentials: false, personal: true }).map(({ kind, start, end }) => [
    kind,
    text.slice(start, end),
  ]);
}

const digits = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((each) => each.join(''));

/** The check digits by the definition: 98 minus the rest by 97 of the number with `00` in their place. */
function germanIban(account: string): string {
  return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`;
}

/** Another digit at one place. */
function changed(text: string, place: number): string {
  const at = [...text.matchAll(/\d/g)][place % (text.match(/\d/g)?.length ?? 1)]?.index ?? 0;
  return `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`;
}

describe('e-mail addresses', () => {
  it.each([
    ['Write to anna.koch+news@mail.example.co.uk, please', 'anna.koch+news@mail.example.co.uk'],
    ['mailto:eva@example.org?subject=hi', 'eva@example.org'],
    ['{"email":"jürgen@müller.example"}', 'jürgen@müller.example'],
    ['Ida <ida@example.org>', 'ida@example.org'],
    ['It is max@example.org.', 'max@example.org'],
  ])('finds the one in %s', (text, address) => {
    expect(personal(text)).toEqual([['email', address]]);
  });

  it.each([
    'git@github.com:acme/app.git',
    'ssh://git@bitbucket.example.org:7999/p/a.git',
    'https://anna@example.org/file',
    'lodash@4.17.21 and @nestjs/core@11.2.10',
    'logo@2x.png',
    'root@db.internal',
    'deploy@10.0.0.4',
    '@anna and @Injectable()',
    'user@host',
  ])('lets pass %s', (text) => {
    expect(personal(text)).toEqual([]);
  });
});

describe('phone numbers', () => {
  it.each([
    ['Call +49 151 23456789.', '+49 151 23456789'],
    ['+49 (0)30 1234567', '+49 (0)30 1234567'],
    ['0049 176 12345678 is mine', '0049 176 12345678'],
    ['Handy 0171/1234567', '0171/1234567'],
    ['0160 98765432', '0160 98765432'],
    ['Telefon: 089 / 123 456 78', '089 / 123 456 78'],
    ['(0421) 334455 ist die Nummer', '(0421) 334455'],
    ['(415) 555-0132', '(415) 555-0132'],
    ['1-202-555-0147', '1-202-555-0147'],
    ['My cell is 415 555 2671', '415 555 2671'],
    ['Call 0171 1234567 on 02.05.2024', '0171 1234567'],
    ['+41-44-668-18-00', '+41-44-668-18-00'],
  ])('finds the one in %s', (text, number) => {
    expect(personal(text)).toEqual([['phone', number]]);
  });

  it.each([
    '2024-05-02 10:11:12 and 02.05.2024',
    'Version 20.19.4, build 22631.3447',
    '192.168.178.100',
    'Order number 0123 4567 8901',
    'Konto 4711 0815, BLZ 37050198',
    'ISBN 978-3-16-148410-0',
    'tracking 00340434161094042557',
    'epoch 1714640400123',
    '+100 points and +2024 more',
    'the range 100 200 300',
    '018f3c2e-7d10-7a3b-8f6f-0c9f1d2e3a4b',
    '01.01.2000 - 31.12.2010',
  ])('lets pass %s', (text) => {
    expect(personal(text)).toEqual([]);
  });

  it('lets pass versions, dates and times', () => {
    const part = fc.integer({ min: 0, max: 999 });
    const version = fc.tuple(part, part, part).map((parts) => `v${parts.join('.')}`);
    const date = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString());
    fc.assert(
      fc.property(
        fc.oneof(
          version,
          date,
          date.map((at) => at.slice(0, 10)),
        ),
        (text) => {
          expect(personal(`It is ${text} now`)).toEqual([]);
        },
      ),
    );
  });
});

describe('IBANs', () => {
  it('finds each that is valid, with spaces, hyphens or none, in any case', () => {
    const separator = fc.constantFrom(' ', '-', '');
    fc.assert(
      fc.property(digits(18), separator, fc.boolean(), (account, between, isLower) => {
        const iban = (germanIban(account).match(/.{1,4}/g) ?? []).join(between);
        const written = isLower ? iban.toLowerCase() : iban;
        expect(personal(`Pay to ${written}, please`)).toEqual([['iban', written]]);
      }),
    );
  });

  it('finds none with one wrong digit', () => {
    fc.assert(
      fc.property(digits(18), fc.nat(30), (account, place) => {
        const kinds = personal(`Pay to ${changed(germanIban(account), place)}, please`).map(([kind]) => kind);
        expect(kinds).not.toContain('iban');
      }),
    );
  });

  it('knows lengths of countries, and numbers for taxes are none', () => {
    expect(personal('GB82 WEST 1234 5698 7654 32')).toEqual([['iban', 'GB82 WEST 1234 5698 7654 32']]);
    expect(personal('GB82 WEST 1234 5698 7654 321')).toEqual([]);
    expect(personal('USt-IdNr. DE136695976')).toEqual([]);
  });
});

describe('national ids', () => {
  it.each([
    ['German Steuer-ID', 'Steuer-ID 86 095 742 719', '86 095 742 719'],
    ['Spanish DNI', 'El DNI es 12345678-Z', '12345678-Z'],
    ['Spanish NIE', 'X1234567L', 'X1234567L'],
    ['Dutch BSN', 'BSN 111222333', '111222333'],
    ['Italian codice fiscale', 'RSSMRA85T10A562S', 'RSSMRA85T10A562S'],
    ['French NIR', '1 85 05 78 006 084 91', '1 85 05 78 006 084 91'],
    ['British NINO', 'NI number AB 12 34 56 C', 'AB 12 34 56 C'],
    ['British NHS number', 'NHS 943 476 5919', '943 476 5919'],
    ['US SSN', '078-05-1120', '078-05-1120'],
    ['US SSN with its word', 'ssn=078051120', '078051120'],
    ['Canadian SIN', 'SIN 046 454 286', '046 454 286'],
    ['Swiss AHV number', '756.9217.0769.85', '756.9217.0769.85'],
    ['Austrian number', 'SVNR 1237 010180', '1237 010180'],
    ['Belgian number', '85.07.30-033.28', '85.07.30-033.28'],
    ['Polish PESEL', 'PESEL 44051401359', '44051401359'],
    ['Swedish personnummer', 'personnummer 19811218-9876', '19811218-9876'],
    ['Finnish henkilötunnus', '131052-308T', '131052-308T'],
    ['Brazilian CPF', '123.456.789-09', '123.456.789-09'],
  ])('finds the %s', (_, text, id) => {
    expect(personal(text)).toEqual([['national-id', id]]);
  });

  it.each([
    'Steuer-ID 86 095 742 718',
    'order 86095742719',
    '12345678A',
    'X1234567A',
    'BSN 111222334',
    'order 111222333',
    'RSSMRA85T10A562T',
    '1 85 05 78 006 084 37',
    'part AB123456C',
    '000-12-3456 and 900-12-3456',
    '756.9217.0769.86',
    'PESEL 44051401358',
    '131052-308U',
    '111.111.111-11',
  ])('lets pass %s', (text) => {
    expect(personal(text)).toEqual([]);
  });

  it('finds every Spanish DNI and no other letter behind one', () => {
    const letters = 'TRWAGMYFPDXBNJZSQVHLCKE';
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000_000, max: 99_999_999 }),
        fc.constantFrom(...letters),
        (number, letter) => {
          const isRight = letters[number % 23] === letter;
          expect(personal(`${number}${letter}`)).toHaveLength(isRight ? 1 : 0);
        },
      ),
    );
  });
});

describe('personal data', () => {
  it('is found apart, in the order of the text', () => {
    const text = 'Eva, eva@example.org, +49 151 23456789, DE89 3704 0044 0532 0130 00';
    expect(personal(text).map(([kind]) => kind)).toEqual(['email', 'phone', 'iban']);
  });

  it('takes time in proportion to the text', () => {
    expect(slowTexts((text) => personal(text), MOST_MS)).toEqual([]);
    const parts = ['a@b.', '+49 1 ', '0171 ', '1 ', 'DE89 ', 'steuer 12 345 ', '(0', '1-', 'a.b@'];
    expect(
      slowTexts((text) => parts.map((part) => personal(part.repeat(text.length / 10))), MOST_MS),
    ).toEqual([]);
  });
});
