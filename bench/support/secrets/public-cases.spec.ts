import { goCases, snapshotCase } from './public-cases';

describe('snapshotCase', () => {
  it('takes the places of the messages', () => {
    const snapshot = { messages: [{ range: [4, 8] }], sourceContent: 'key=abcd' };
    expect(snapshotCase(JSON.stringify(snapshot))).toEqual([
      {
        kind: 'secretlint, with',
        half: 'development',
        text: 'key=abcd',
        secrets: [{ start: 4, end: 8 }],
      },
    ]);
  });

  it('is without a secret if there are no messages, and no case without a text', () => {
    expect(snapshotCase('{"messages": [], "sourceContent": "x"}')).toMatchObject([
      { kind: 'secretlint, without' },
    ]);
    expect(snapshotCase('{"messages": []}')).toEqual([]);
  });
});

describe('goCases', () => {
  it('reads literal texts with their values', () => {
    const source = 'input: `\n key=abcd\n`,\n want: []string{"abcd"},\n}, {input: "none\\n", want: nil,';
    expect(goCases(source)).toMatchObject([
      { kind: 'trufflehog, with', text: '\n key=abcd\n', secrets: [{ start: 6, end: 10 }] },
      { kind: 'trufflehog, invalid', text: 'none\n', secrets: [] },
    ]);
  });

  it('leaves out values that do not stand in the text', () => {
    expect(goCases('input: "id secret", want: []string{"idsecret"}')).toEqual([]);
  });
});
