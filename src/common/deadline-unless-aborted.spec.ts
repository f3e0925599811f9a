import { unlessAborted } from './deadline';

const never = () => new Promise<string>(() => undefined);

describe('work that is left when a signal is aborted', () => {
  it('resolves and rejects like the work until then', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(signal, Promise.resolve('done'))).toBe('done');
    await expect(unlessAborted(signal, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('rejects with the reason at once', async () => {
    const controller = new AbortController();
    const work = unlessAborted(controller.signal, never());
    controller.abort(new Error('Left'));
    await expect(work).rejects.toThrow('Left');
    await expect(unlessAborted(controller.signal, never())).rejects.toThrow('Left');
  });

  it('causes no unhandled rejection when it fails later', async () => {
    const controller = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const work = unlessAborted(controller.signal, new Promise<never>((_resolve, reject) => (fail = reject)));
    controller.abort(new Error('Left'));
    await expect(work).rejects.toThrow('Left');
    const unhandled = jest.fn();
    process.once('unhandledRejection', unhandled);
    fail(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.removeListener('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
