import { loadProblem } from './onnx-model';

describe('the library of local models', () => {
  it('is missing: the message gives the command that installs it', () => {
    const missing = Object.assign(new Error("Cannot find module 'onnxruntime-node'"), {
      code: 'MODULE_NOT_FOUND',
    });
    expect(loadProblem('onnxruntime-node', missing)).toContain('run `npm run model -- packages`');
  });

  it('cannot be loaded for another reason: the message gives it', () => {
    expect(loadProblem('onnxruntime-node', new Error('libonnxruntime.so.1: cannot open\nat ...'))).toBe(
      'The library onnxruntime-node cannot be loaded: libonnxruntime.so.1: cannot open',
    );
  });
});
