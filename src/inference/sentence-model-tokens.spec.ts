import { TextTokens } from './sentence-model';

const [CLS, SEP] = [101, 102];
const wordIds = (text: string) => (text === '' ? [] : text.split(' ').map(Number));
const framed = new TextTokens({ encode: (text) => ({ ids: [CLS, ...wordIds(text), SEP] }) }, 5);

describe('the tokens of a text', () => {
  it('are all of a short text', () => {
    expect(framed.idsOf('1 2 3')).toEqual([CLS, 1, 2, 3, SEP]);
  });

  it('still end with the special token of the model when the text is cut', () => {
    expect(framed.idsOf('1 2 3 4 5 6')).toEqual([CLS, 1, 2, 3, SEP]);
  });

  it('end with the text where the model has no special token there', () => {
    const open = new TextTokens({ encode: (text) => ({ ids: [CLS, ...wordIds(text)] }) }, 3);
    expect(open.idsOf('1 2 3 4')).toEqual([CLS, 1, 2]);
    const plain = new TextTokens({ encode: (text) => ({ ids: wordIds(text) }) }, 3);
    expect(plain.idsOf('1 2 3 4')).toEqual([1, 2, 3]);
  });
});
