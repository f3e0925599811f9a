import { ReaderFailure } from '../reading/reader-process';
import { UnreadableFile } from '../file-content';
import { failureOf } from './file-job';

const memory = new ReaderFailure('memory', 'The file needs more memory than 512 MB to read', null);

describe('a job that fails', () => {
  it('for what the file is ends at once, with the reason', () => {
    const failure = failureOf(new UnreadableFile('The file is encrypted'), 1, false);
    expect(failure).toMatchObject({ isFinal: true, message: 'The file is encrypted' });
  });

  it('for want of memory is tried once more', () => {
    expect(failureOf(memory, 1, false)).toMatchObject({ isFinal: false, counts: true });
    expect(failureOf(memory, 2, false)).toMatchObject({ isFinal: true, message: memory.message });
  });

  it('for an unexpected error is tried five times, and hides internals', () => {
    const error = new Error('SELECT secret');
    expect(failureOf(error, 4, false)).toMatchObject({ isFinal: false, counts: true });
    const last = failureOf(error, 5, false);
    expect(last.isFinal).toBe(true);
    expect(JSON.stringify(last)).not.toContain('secret');
  });

  it('because others are away is tried for as long as it takes', () => {
    expect(failureOf(new Error(), 50, true)).toMatchObject({ isFinal: false, counts: false });
  });
});
