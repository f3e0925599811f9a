import { knownModel } from '../known-models';
import { CATALOG, DEFAULT_MODEL, filesOf, findModel } from './install-model';

describe('a model of the catalog', () => {
  it('is found by its name in any case', () => {
    expect(findModel('ALL-minilm-l6-V2')).toEqual({
      name: DEFAULT_MODEL,
      repository: 'Xenova/all-MiniLM-L6-v2',
    });
  });

  it('is known with pooling, length and prefixes', () => {
    for (const name of Object.keys(CATALOG)) expect([name, knownModel(name)]).not.toEqual([name, null]);
    expect(knownModel('/models/Xenova/multilingual-e5-small/')).toMatchObject({
      query: 'query: ',
      text: 'passage: ',
      pooling: 'mean',
      maxTokens: 512,
    });
    expect(knownModel('bge-small-en-v1.5')).toMatchObject({ pooling: 'cls', text: '' });
    expect(knownModel('nomic-embed-text-v1.5')).toMatchObject({ query: 'search_query: ' });
    expect(knownModel('all-MiniLM-L6-v2')?.maxTokens).toBe(256);
    expect(knownModel('my-own-model')).toBeNull();
  });
});

describe('a model of the hub', () => {
  it('is found by its repository', () => {
    expect(findModel('owner/some-model')).toEqual({ name: 'some-model', repository: 'owner/some-model' });
  });

  it.each(['unknown', '../x', 'owner/..', 'a/b/c', ''])('is not found as %j', (name) => {
    expect(() => findModel(name)).toThrow('npm run model -- list');
  });
});

describe('the files to fetch', () => {
  const PLAIN = ['config.json', 'tokenizer.json', 'README.md', 'model.safetensors', '1_Pooling/config.json'];

  it('are the descriptions and the int8 model, if there is one', () => {
    const files = filesOf('a/b', [...PLAIN, 'onnx/model.onnx', 'onnx/model_quantized.onnx']);
    expect([...files.keys()]).toEqual([
      'config.json',
      'tokenizer.json',
      '1_Pooling/config.json',
      'onnx/model_quantized.onnx',
    ]);
  });

  it('include weights beside the model', () => {
    const files = filesOf('a/b', [...PLAIN, 'onnx/model.onnx', 'onnx/model.onnx_data']);
    expect([...files.keys()]).toContain('onnx/model.onnx_data');
  });

  it.each([
    [['config.json', 'onnx/model.onnx'], 'a/b holds no tokenizer.json'],
    [PLAIN, 'a/b holds no onnx/model_quantized.onnx'],
  ])('lack something: %j', (published, message) => {
    expect(() => filesOf('a/b', published)).toThrow(message);
  });
});
