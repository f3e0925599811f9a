import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../test/support/eventually';
import { describeLocalModel, TINY_MODEL, TinyModelCopy } from '../../test/support/tiny-model';
import { EmbedderTimeout, EmbedderUnavailable } from './embedder';
import { NO_PREFIXES } from './known-models';
import { LocalEmbedder } from './local-embedder';

const run = promisify(execFile);
const TEXTS = ['The cat sleeps on the sofa', 'Rain in Paris on Monday', 'The small cat slept on the sofa'];

function newEmbedder(timeoutMs = 20_000, model = TINY_MODEL): LocalEmbedder {
  return new LocalEmbedder({
    model,
    modelsDir: dirname(TINY_MODEL),
    timeoutMs,
    prefixesOf: () => NO_PREFIXES,
  });
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) throw new Error('There is no vector');
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, each, i) => sum + each * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describeLocalModel('an embedder of a local model', () => {
  let embedder: LocalEmbedder;

  beforeAll(() => {
    embedder = newEmbedder();
  });

  afterAll(() => embedder.onModuleDestroy());

  const embed = (texts: readonly string[], signal?: AbortSignal) => embedder.embed(texts, TINY_MODEL, signal);

  it('finds a model by its name in the folder of models', async () => {
    const [byPath] = await embed(['cat']);
    expect(await embedder.embed(['cat'], basename(TINY_MODEL))).toEqual([byPath]);
  });

  it('gives a vector of length one a text', async () => {
    const vectors = await embed(TEXTS);
    expect(vectors.map((each) => each.length)).toEqual([32, 32, 32]);
    for (const each of vectors) expect(Math.hypot(...each)).toBeCloseTo(1, 5);
  });

  it('holds texts that share words nearer than others', async () => {
    const [cat, rain, cats] = await embed(TEXTS);
    expect(cosine(cat, cats)).toBeGreaterThan(cosine(cat, rain) + 0.2);
  });

  it('gives a text the same vector again, alone or among others', async () => {
    const together = await embed(TEXTS);
    const alone = [];
    for (const text of TEXTS) alone.push(...(await embed([text])));
    alone.forEach((each, i) => expect(cosine(each, together[i])).toBeCloseTo(1, 5));
    expect(await embed(TEXTS)).toEqual(together);
  });

  it('gives the vectors in the order of the texts, however long each is', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `cat ${'dog '.repeat((i * 7) % 40)}${i}`);
    const vectors = await embed(texts);
    for (const place of [0, 13, 39]) {
      const [alone] = await embed([texts[place] ?? '']);
      expect(cosine(vectors[place], alone)).toBeCloseTo(1, 5);
    }
  });

  it('cuts a text where the model ends', async () => {
    const start = 'cat '.repeat(200);
    const [cut, longer] = await embed([start, `${start} rain in Paris`]);
    expect(cosine(cut, longer)).toBeCloseTo(1, 5);
  });

  it('takes any text', async () => {
    expect(await embed(['', ' ', '🐈', '猫', '\u0000', '[PAD]'])).toHaveLength(6);
  });

  it('gives nothing for no texts', async () => {
    expect(await embed([])).toEqual([]);
  });

  it('answers a query before the batch that was there first', async () => {
    const order: string[] = [];
    const batch = embed(Array.from({ length: 200 }, () => 'cat '.repeat(100))).then(() =>
      order.push('batch'),
    );
    const query = embed(['cat']).then(() => order.push('query'));
    await Promise.all([batch, query]);
    expect(order).toEqual(['query', 'batch']);
  });

  it('drops what the caller gives up, and goes on', async () => {
    const caller = new AbortController();
    const dropped = embed(TEXTS, caller.signal);
    const kept = embed(TEXTS);
    caller.abort();
    await expect(dropped).rejects.toThrow(EmbedderUnavailable);
    expect(await kept).toHaveLength(3);
    await expect(embed(TEXTS, AbortSignal.abort())).rejects.toThrow(EmbedderUnavailable);
  });

  it('gives up after the time-out, which the loading of the model is part of', async () => {
    const hasty = newEmbedder(1);
    await expect(hasty.embed(TEXTS, TINY_MODEL)).rejects.toThrow('did not answer in time');
    await hasty.onModuleDestroy();
  });

  it('keeps the vectors that are ready when the time is over', async () => {
    const texts = Array.from({ length: 100_000 }, (_, i) => `${'cat '.repeat(60)}${i}`);
    const hasty = newEmbedder(1_000);
    // Loading the model may take longer than the time-out.
    const isLoaded = () =>
      hasty.embed(['cat'], TINY_MODEL).then(
        () => true,
        () => false,
      );
    await eventually(isLoaded, (loaded) => loaded);
    const error = await hasty.embed(texts, TINY_MODEL).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EmbedderTimeout);
    const { finished } = error as EmbedderTimeout;
    expect(finished.size).toBeGreaterThan(0);
    const [[place, vector] = [0, undefined]] = finished;
    const [alone] = await embed([texts[place]!]);
    expect(cosine(vector, alone)).toBeCloseTo(1, 5);
    await hasty.onModuleDestroy();
  });

  it('is not available once it is closed, nor for what was pending', async () => {
    const closed = newEmbedder();
    const pending = expect(closed.embed(TEXTS, TINY_MODEL)).rejects.toThrow(EmbedderUnavailable);
    await closed.onModuleDestroy();
    await pending;
    await expect(closed.embed(TEXTS, TINY_MODEL)).rejects.toThrow(EmbedderUnavailable);
  });

  it('does not keep the process alive', async () => {
    const script = `
      const { LocalEmbedder } = require(${JSON.stringify(require.resolve('./local-embedder'))});
      const model = ${JSON.stringify(TINY_MODEL)};
      const embedder = new LocalEmbedder({ model, modelsDir: '/', timeoutMs: 20_000 });
      void embedder.embed(['cat'], embedder.model).then(([vector]) => console.log(vector.length));
    `;
    const hook = ['--require', require.resolve('../../scripts/typescript-hook.cjs')];
    const { stdout } = await run(process.execPath, [...hook, '--eval', script], { timeout: 20_000 });
    expect(stdout).toBe('32\n');
  });
});

describeLocalModel('an embedder of several local models', () => {
  let embedder: LocalEmbedder;
  let copy: TinyModelCopy;

  beforeEach(async () => {
    copy = await TinyModelCopy.make();
    embedder = newEmbedder();
  });

  afterEach(async () => {
    await embedder.onModuleDestroy();
    await copy.remove();
  });

  it('gives the vectors of a former model beside those of its own', async () => {
    await copy.write('1_Pooling/config.json', { pooling_mode_cls_token: true });
    const [[mean], [first]] = await Promise.all([
      embedder.embed(['cat'], TINY_MODEL),
      embedder.embed(['cat'], copy.path),
    ]);
    expect(cosine(mean, first)).toBeLessThan(0.9);
  });

  it('runs a model without tokenizer_config.json', async () => {
    await copy.remove('tokenizer_config.json');
    expect(await embedder.embed(['cat'], copy.path)).toEqual(await embedder.embed(['cat'], TINY_MODEL));
  });

  it('names a tokenizer.json that is cut off', async () => {
    await copy.write('tokenizer.json', '{"version": "1.0", "model": {"vo');
    await expect(embedder.embed(['cat'], copy.path)).rejects.toThrow('its tokenizer.json is not valid JSON');
  });

  it('works on when it has forgotten a model for others', async () => {
    const third = await TinyModelCopy.make();
    const [before] = await embedder.embed(['cat'], TINY_MODEL);
    for (const path of [copy.path, third.path, TINY_MODEL]) {
      expect(await embedder.embed(['cat'], path)).toEqual([before]);
    }
    await third.remove();
  });

  it.each([
    ['there is no folder', '', 'there is no such folder'],
    ['there is no model', 'onnx', 'it holds no onnx/model.onnx'],
  ])('is not available where %s, and says so', async (_, name, reason) => {
    await copy.remove(name);
    const error = await embedder.embed(['cat'], copy.path).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EmbedderUnavailable);
    expect((error as Error).message).toContain(reason);
    expect(await embedder.embed(['cat'], TINY_MODEL)).toHaveLength(1);
  });

  it.each<[string, string, unknown]>([
    ['a broken model', 'onnx/model.onnx', 'not a model'],
    ['a broken tokenizer', 'tokenizer.json', {}],
    ['a tokenizer of another kind', 'tokenizer.json', { model: { type: 'Unknown' } }],
    ['a pooling of another kind', '1_Pooling/config.json', { pooling_mode_lasttoken: true }],
  ])('is not available with %s, without telling where it is', async (_, name, content) => {
    await copy.write(name, content);
    const error = await embedder.embed(['cat'], copy.path).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EmbedderUnavailable);
    expect((error as Error).message).toContain('The embedding model cannot be loaded: ');
    expect((error as Error).message).not.toContain(copy.path);
  });
});
