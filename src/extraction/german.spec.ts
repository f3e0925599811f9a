import { findStatements } from './statements';

const found = (content: string) =>
  findStatements({ role: 'user', content }).candidates.map(({ type, content: said }) => [type, said]);

describe('what is kept of German messages', () => {
  it.each([
    [
      'Ich heiße Sabine und wohne in Hamburg.',
      [
        ['fact', 'Der Nutzer heißt Sabine.'],
        ['fact', 'Der Nutzer wohnt in Hamburg.'],
      ],
    ],
    [
      'Wir haben beschlossen, PostgreSQL zu verwenden.',
      [['decision', 'Wir haben beschlossen, PostgreSQL zu verwenden.']],
    ],
    ['Hallo, ich bin Max.', [['fact', 'Der Nutzer ist Max.']]],
    ['Guten Tag, mein Name ist Max Vogt.', [['fact', 'Der Name des Nutzers ist Max Vogt.']]],
    ['Bitte niemals direkt auf main pushen.', [['instruction', 'Niemals direkt auf main pushen.']]],
    ['Ich trinke keinen Alkohol.', [['preference', 'Der Nutzer trinkt keinen Alkohol.']]],
    ['Mein Hund heißt Bello.', [['relationship', 'Der Hund des Nutzers heißt Bello.']]],
    ['Seit 2020 lebe ich in Wien.', [['fact', 'Seit 2020 lebt der Nutzer in Wien.']]],
  ])('%s', (content, expected) => {
    expect(found(content)).toEqual(expected);
  });

  it.each(['Kannst du mir bitte helfen?', 'Ich weiß nicht weiter.', 'Das ist mir zu teuer.', 'Danke!'])(
    'drops: %s',
    (content) => {
      expect(found(content)).toEqual([]);
    },
  );
});
