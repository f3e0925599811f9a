import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TinyCrossEncoder } from '../../test/support/tiny-cross-encoder';
import { describeLocalModel } from '../../test/support/tiny-model';
import { EntailmentUnavailable } from './entailment';
import { LocalEntailment } from './local-entailment';

const signal = new AbortController().signal;

describeLocalModel('a local NLI model', () => {
  let folder: TinyCrossEncoder;
  let model: LocalEntailment;

  beforeEach(async () => {
    folder = await TinyCrossEncoder.make();
    model = new LocalEntailment('tiny-nli', folder.path);
  });

  afterEach(async () => {
    await model.onModuleDestroy();
    await folder.remove();
  });

  it.each([
    ['contradiction', 'the cat', 'no rain'],
    ['neutral', 'the cat', 'z'],
    ['entailment', 'q', 'the cat'],
  ] as const)('says %s, by the classes of its config.json', async (relation, premise, hypothesis) => {
    const shares = await model.relate(premise, hypothesis, signal);
    expect(shares[relation]).toBeGreaterThan(0.9);
    expect(shares.contradiction + shares.entailment + shares.neutral).toBeCloseTo(1, 5);
  });

  it('reads both texts of a pair that is longer than it can read', async () => {
    const long = 'the cat '.repeat(2_000);
    expect((await model.relate(long, `z ${long}`, signal)).neutral).toBeGreaterThan(0.9);
    expect((await model.relate(`z ${long}`, long, signal)).neutral).toBeGreaterThan(0.9);
  });

  it('answers many at once, each with its own', async () => {
    const all = await Promise.all(['z', 'cat', 'q'].map((text) => model.relate('the', text, signal)));
    expect(all.map(({ neutral, entailment }) => [neutral > 0.5, entailment > 0.5])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it.each([
    ['names no class', 'config.json', '{"id2label":{"0":"LABEL_0"}}'],
    ['is damaged', 'onnx/model_quantized.onnx', 'no model'],
  ])('is unavailable when it %s', async (_, file, content) => {
    await writeFile(join(folder.path, file), content);
    await expect(model.relate('a', 'b', signal)).rejects.toThrow(EntailmentUnavailable);
  });

  it('is unavailable when its folder is gone, and says so without a path', async () => {
    await rm(folder.path, { recursive: true });
    const failure = await model.relate('a', 'b', signal).catch((error: Error) => error.message);
    expect(failure).toContain('no such folder');
    expect(failure).not.toContain(folder.path);
    await TinyCrossEncoder.make().then((again) => (folder = again));
  });

  it('gives up in time, and ends with the reason of its signal', async () => {
    const hasty = new LocalEntailment('tiny-nli', folder.path, 0);
    await expect(hasty.relate('a', 'b', signal)).rejects.toThrow('in time');
    const abort = new AbortController();
    abort.abort(new Error('gone'));
    await expect(model.relate('a', 'b', abort.signal)).rejects.toThrow('gone');
    await hasty.onModuleDestroy();
  });
});
