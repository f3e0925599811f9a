import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { BodyPace } from './body-pace';

const WINDOW_MS = 10_000;
const LEAST = 8_192;

let request: PassThrough & { complete: boolean };
let onSlow: jest.Mock;
let pace: BodyPace;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  request = Object.assign(new PassThrough({ highWaterMark: 1_048_576 }), { complete: false });
  onSlow = jest.fn();
  const limits = { windowMs: WINDOW_MS, minBytesPerSecond: LEAST };
  pace = new BodyPace(request as unknown as IncomingMessage, limits, onSlow);
});
afterEach(() => {
  pace.stop();
  jest.useRealTimers();
});

async function send(bytes: number): Promise<void> {
  const came = once(request, 'data');
  request.write(Buffer.alloc(bytes));
  await came;
}

describe('BodyPace', () => {
  it('cuts a body of which nothing comes within the window', () => {
    jest.advanceTimersByTime(WINDOW_MS - 1);
    expect(onSlow).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onSlow).toHaveBeenCalledTimes(1);
  });

  it('gives a body that begins late a whole window from its first byte', async () => {
    jest.advanceTimersByTime(WINDOW_MS * 0.9);
    await send(1);
    jest.advanceTimersByTime(WINDOW_MS * 0.9);
    expect(onSlow).not.toHaveBeenCalled();
    jest.advanceTimersByTime(WINDOW_MS * 0.1);
    expect(onSlow).toHaveBeenCalledTimes(1);
  });

  it('cuts a body that trickles', async () => {
    await send(100_000);
    jest.advanceTimersByTime(WINDOW_MS);
    for (let second = 0; second < 9; second++) {
      await send(1_000);
      jest.advanceTimersByTime(1_000);
    }
    expect(onSlow).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_000);
    expect(onSlow).toHaveBeenCalledTimes(1);
  });

  it('takes a pause within a window for no slowness when the average is kept', async () => {
    for (let window = 0; window < 5; window++) {
      await send((LEAST * WINDOW_MS) / 1_000);
      jest.advanceTimersByTime(WINDOW_MS);
    }
    expect(onSlow).not.toHaveBeenCalled();
  });

  it('does not count time in which the service does not read', async () => {
    await send(1);
    request.pause();
    jest.advanceTimersByTime(WINDOW_MS * 5);
    expect(onSlow).not.toHaveBeenCalled();
    request.resume();
    jest.advanceTimersByTime(WINDOW_MS);
    expect(onSlow).toHaveBeenCalledTimes(1);
  });

  it('ends with the body', () => {
    request.complete = true;
    jest.advanceTimersByTime(WINDOW_MS * 5);
    expect(onSlow).not.toHaveBeenCalled();
  });
});
