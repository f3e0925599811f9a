import { rename, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TINY_MODEL, TinyModelCopy } from '../../test/support/tiny-model';
import { EmbedderUnavailable } from './embedder';
import { readModelFolder } from './model-folder';

describe('the folder of a sentence-transformer', () => {
  let copy: TinyModelCopy;

  beforeEach(async () => {
    copy = await TinyModelCopy.make();
  });

  afterEach(() => copy.remove());

  const read = () => readModelFolder(copy.path);

  it('is read by the files that it is published with', async () => {
    const expected = { file: 'onnx/model.onnx', pooling: 'mean', maxTokens: 64, paddingId: 0 };
    expect(await readModelFolder(TINY_MODEL)).toEqual(expected);
  });

  it('may hold a quantized model only', async () => {
    await rename(join(copy.path, 'onnx/model.onnx'), join(copy.path, 'onnx/model_quantized.onnx'));
    expect(await read()).toMatchObject({ file: 'onnx/model_quantized.onnx' });
  });

  it('may hold the model at its top', async () => {
    await rename(join(copy.path, 'onnx/model.onnx'), join(copy.path, 'model.onnx'));
    expect(await read()).toMatchObject({ file: 'model.onnx' });
  });

  it('recognises CLS pooling', async () => {
    await copy.write('1_Pooling/config.json', {
      pooling_mode_cls_token: true,
      pooling_mode_mean_tokens: false,
    });
    expect((await read()).pooling).toBe('cls');
  });

  it('has mean pooling where it names none', async () => {
    await copy.remove('1_Pooling');
    await copy.remove('modules.json');
    expect((await read()).pooling).toBe('mean');
  });

  it('leaves other kinds of pooling and further layers to the model', async () => {
    await copy.write('1_Pooling/config.json', { pooling_mode_lasttoken: true });
    expect((await read()).pooling).toBe('own');
    await copy.write('1_Pooling/config.json', { pooling_mode_mean_tokens: true });
    await copy.write('modules.json', [{ type: 'sentence_transformers.models.Dense' }]);
    expect((await read()).pooling).toBe('own');
  });

  it.each([
    ['of its sentences', { max_seq_length: 32 }, {}, {}, 32],
    ['of its tokenizer', {}, { model_max_length: 48 }, {}, 48],
    ['of its table of positions', {}, { model_max_length: 1e30 }, { max_position_embeddings: 40 }, 40],
    [
      'of its table, less its padding',
      {},
      {},
      { max_position_embeddings: 514, model_type: 'xlm-roberta' },
      512,
    ],
    ['that all models of its family have', {}, { model_max_length: 1e30 }, {}, 512],
    ['that memory allows', {}, { model_max_length: 8192 }, {}, 2048],
  ])('cuts texts at the length %s', async (_, sentence, tokenizer, config, expected) => {
    await copy.write('sentence_bert_config.json', sentence);
    await copy.write('tokenizer_config.json', tokenizer);
    await copy.write('config.json', config);
    expect((await read()).maxTokens).toBe(expected);
  });

  it.each([
    ['config.json', 'it holds no config.json'],
    ['tokenizer.json', 'it holds no tokenizer.json'],
    ['onnx', 'it holds no onnx/model.onnx'],
    ['', 'there is no such folder'],
  ])('is refused without "%s", and the error does not name its place', async (name, reason) => {
    await copy.remove(name);
    const error = await read().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EmbedderUnavailable);
    expect((error as Error).message).toContain(reason);
    expect((error as Error).message).not.toContain(copy.path);
  });

  it('is refused where a file of it is broken', async () => {
    await copy.write('config.json', '{"model_type": ');
    await expect(read()).rejects.toThrow('its config.json is not valid JSON');
  });

  it('is not the name of a model at a server', async () => {
    await mkdir(join(copy.path, 'model'));
    await expect(readModelFolder('text-embedding-3-small')).rejects.toThrow('there is no such folder');
  });
});
