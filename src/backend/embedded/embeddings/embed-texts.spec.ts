import { EmbedderUnavailable, TextsRefused } from '../../../inference/embedder';
import { embedTexts } from './embed-texts';

/** Takes texts of at most `longest` characters, all or none, and gives their lengths. */
function modelTaking(longest: number) {
  return jest.fn((texts: readonly string[]) =>
    texts.every((text) => text.length <= longest)
      ? Promise.resolve(texts.map((text) => Float32Array.of(text.length)))
      : Promise.reject(new TextsRefused('too long')),
  );
}

describe('embedTexts', () => {
  it('embeds what is taken with one call', async () => {
    const model = modelTaking(10);
    expect(await embedTexts(['one', 'three'], model)).toEqual([Float32Array.of(3), Float32Array.of(5)]);
    expect(model).toHaveBeenCalledTimes(1);
  });

  it('divides a batch that is refused, and embeds the beginning of a text that is too long', async () => {
    const vectors = await embedTexts(['a', 'x'.repeat(100), 'bb', 'ccc'], modelTaking(30));
    expect(vectors.map((vector) => vector![0])).toEqual([1, 25, 2, 3]);
  });

  it('gives up a text of which nothing is taken, and only that', async () => {
    const model = (texts: readonly string[]) =>
      texts.some((text) => text.includes('x'))
        ? Promise.reject(new TextsRefused('no'))
        : Promise.resolve(texts.map(() => Float32Array.of(1)));
    expect(await embedTexts(['a', 'xxxxxxxx', 'b'], model)).toEqual([
      Float32Array.of(1),
      null,
      Float32Array.of(1),
    ]);
  });

  it('passes on that the model does not answer', async () => {
    const model = () => Promise.reject(new EmbedderUnavailable('down'));
    await expect(embedTexts(['a', 'b'], model)).rejects.toThrow('down');
  });

  it('asks nothing for nothing', async () => {
    const model = modelTaking(10);
    expect(await embedTexts([], model)).toEqual([]);
    expect(model).not.toHaveBeenCalled();
  });
});
