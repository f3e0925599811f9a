import { embeddedText } from './embedding-backlog.repository';

describe('embeddedText', () => {
  it.each([
    ['[1:56 pm on 8 May, 2023] Ann: Hi', 'Ann: Hi'],
    ['(13:56) Ann: Hi', 'Ann: Hi'],
    ['[2023-05-08T13:56:00Z] Hi', 'Hi'],
  ])('of %j is %j', (text, embedded) => {
    expect(embeddedText(text)).toBe(embedded);
  });

  it.each(['Ann: Hi', '[urgent] Renew it', '[13:56]', 'At [13:56] it rained', ''])(
    'of %j is the same',
    (text) => {
      expect(embeddedText(text)).toBe(text);
    },
  );
});
