import { importProblem } from './sentence-model';

describe('the optional package of local models', () => {
  it('is asked for by name where it is missing', () => {
    const missing = Object.assign(new Error("Cannot find module '@huggingface/transformers'"), {
      code: 'MODULE_NOT_FOUND',
    });
    expect(importProblem(missing)).toBe(
      'EMBEDDINGS_MODEL_PATH needs the optional package @huggingface/transformers',
    );
  });

  it('says what keeps it from loading otherwise', () => {
    expect(importProblem(new Error('libonnxruntime.so.1: cannot open\nat ...'))).toBe(
      'The optional package @huggingface/transformers cannot be loaded: libonnxruntime.so.1: cannot open',
    );
  });
});
