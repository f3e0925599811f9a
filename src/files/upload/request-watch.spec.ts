import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { RequestWatch } from './request-watch';

const reasons = { gone: new Error('gone'), slow: new Error('slow') };
const WINDOW_MS = 1_000;
const pace = { windowMs: WINDOW_MS, minBytesPerSecond: 1 };

let request: PassThrough & { complete: boolean };
let watch: RequestWatch;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  request = Object.assign(new PassThrough(), { complete: false });
  watch = new RequestWatch(request as unknown as IncomingMessage, pace, reasons);
});
afterEach(() => {
  watch.stop();
  jest.useRealTimers();
});

async function send(): Promise<void> {
  const came = once(request, 'data');
  request.write('x');
  await came;
}

describe('RequestWatch', () => {
  it('gives up a client that sends nothing for too long, and not one that is slow', async () => {
    for (let i = 0; i < 5; i++) {
      jest.advanceTimersByTime(WINDOW_MS - 1);
      await send();
    }
    expect(watch.signal.aborted).toBe(false);
    jest.advanceTimersByTime(2 * WINDOW_MS);
    expect(watch.signal.reason).toBe(reasons.slow);
  });

  it('does not blame the client while nothing is read', () => {
    request.pause();
    jest.advanceTimersByTime(WINDOW_MS * 5);
    expect(watch.signal.aborted).toBe(false);
    request.resume();
    jest.advanceTimersByTime(WINDOW_MS);
    expect(watch.signal.reason).toBe(reasons.slow);
  });

  it('reports that the client went away, unless the request is complete', async () => {
    request.destroy();
    await once(request, 'close');
    expect(watch.signal.reason).toBe(reasons.gone);
  });

  it('lets a whole request be', async () => {
    request.complete = true;
    request.destroy();
    await once(request, 'close');
    jest.advanceTimersByTime(WINDOW_MS * 5);
    expect(watch.signal.aborted).toBe(false);
  });
});
