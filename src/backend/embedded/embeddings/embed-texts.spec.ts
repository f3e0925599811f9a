import { EmbedderTimeout, EmbedderUnavailable, TextsRefused } from '../../../inference/embedder';
import { embedTexts, type Embed } from './embed-texts';

/** Takes texts of at most `longest` characters, all or none, and gives their lengths. */
function modelTaking(longest: number) {
  return jest.fn((texts: readonly string[]) =>
    texts.every((text) => text.length <= longest)
      ? Promise.resolve(texts.map((text) => Float32Array.of(text.length)))
      : Promise.reject(new TextsRefused('too long')),
  );
}

async function vectorsOf(texts: readonly string[], embed: Embed): Promise<Record<string, number>> {
  const found = new Map<string, Float32Array>();
  await embedTexts(texts, embed, found);
  return Object.fromEntries([...found].map(([text, vector]) => [text, vector[0]!]));
}

describe('embedTexts', () => {
  it('embeds what is taken with one call', async () => {
    const model = modelTaking(10);
    expect(await vectorsOf(['one', 'three'], model)).toEqual({ one: 3, three: 5 });
    expect(model).toHaveBeenCalledTimes(1);
  });

  it('divides a batch that is refused, and embeds the beginning of a text that is too long', async () => {
    const long = 'x'.repeat(100);
    const vectors = await vectorsOf(['a', long, 'bb', 'ccc'], modelTaking(30));
    expect(vectors).toEqual({ a: 1, [long]: 25, bb: 2, ccc: 3 });
  });

  it('gives up a text of which nothing is taken, and only that', async () => {
    const model: Embed = (texts) =>
      texts.some((text) => text.includes('x'))
        ? Promise.reject(new TextsRefused('no'))
        : Promise.resolve(texts.map(() => Float32Array.of(1)));
    expect(await vectorsOf(['a', 'xxxxxxxx', 'b'], model)).toEqual({ a: 1, b: 1 });
  });

  it('passes on that the model does not answer', async () => {
    const model = () => Promise.reject(new EmbedderUnavailable('down'));
    await expect(vectorsOf(['a', 'b'], model)).rejects.toThrow('down');
  });

  it('keeps the vectors that were finished before a time-out', async () => {
    const found = new Map<string, Float32Array>();
    const late = new EmbedderTimeout('late', new Map([[1, Float32Array.of(7)]]));
    await expect(embedTexts(['a', 'b'], () => Promise.reject(late), found)).rejects.toThrow('late');
    expect([...found]).toEqual([['b', Float32Array.of(7)]]);
  });

  it('asks nothing for nothing', async () => {
    const model = modelTaking(10);
    expect(await vectorsOf([], model)).toEqual({});
    expect(model).not.toHaveBeenCalled();
  });
});
