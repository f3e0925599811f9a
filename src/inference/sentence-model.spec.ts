import { loadProblem } from './sentence-model';

describe('the library of local models', () => {
  it('is missing: the message gives the command that installs it', () => {
    const missing = Object.assign(new Error("Cannot find module '@huggingface/transformers'"), {
      code: 'MODULE_NOT_FOUND',
    });
    expect(loadProblem(missing)).toContain('run `npm run install:local-model`');
  });

  it('cannot be loaded for another reason: the message gives it', () => {
    expect(loadProblem(new Error('libonnxruntime.so.1: cannot open\nat ...'))).toBe(
      'The library @huggingface/transformers cannot be loaded: libonnxruntime.so.1: cannot open',
    );
  });
});
