import { findStatements } from './statements';

const found = (content: string) =>
  findStatements({ role: 'user', content }).candidates.map((each) => each.content);

describe('subjects carried between the sentences of a message', () => {
  it.each([
    ['My sister lives in Oslo. She works at Equinor.', "The user's sister works at Equinor."],
    ['We have a dog called Rex. He is three.', 'Our dog Rex is three.'],
    ['My parents live in Galway. They own a boat.', "The user's parents own a boat."],
    ['My boss is Helen. Her office is in Bath.', "The user's boss' office is in Bath."],
    ['Our API is written in Go. It runs on port 8081.', 'Our API runs on port 8081.'],
    [
      'My aunt lives in Rome and my uncle lives in Pisa. They met in 1981.',
      "The user's aunt and their uncle met in 1981.",
    ],
    [
      'Meine Schwester wohnt in Wien. Sie arbeitet bei Siemens.',
      'Die Schwester des Nutzers arbeitet bei Siemens.',
    ],
  ])('%s', (content, expected) => {
    expect(found(content)).toContain(expected);
  });

  it.each([
    'She works at Google.',
    'My brother Paul met my cousin Mark. He is bringing a guitar on Friday.',
    'It runs on port 8081.',
    'We moved it to Go last week.',
    'Sie arbeitet bei Siemens.',
  ])('drops what is not clear: %s', (content) => {
    expect(found(content).filter((text) => /guitar|Google|8081|moved|Siemens/.test(text))).toEqual([]);
  });
});
