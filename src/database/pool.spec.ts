import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { endUnanswered } from './pool';

/** A connection whose time-out the test triggers. */
class FakeStream extends EventEmitter {
  timeoutMs: number | null = null;
  destroyedBy: Error | null = null;

  setTimeout(milliseconds: number): void {
    this.timeoutMs = milliseconds;
  }

  destroy(error: Error): void {
    this.destroyedBy = error;
  }
}

describe('endUnanswered', () => {
  const pool = new EventEmitter();
  let stream: FakeStream;
  let client: { connection: { stream: FakeStream } };

  beforeAll(() => endUnanswered(pool as Pool, 7_000));

  beforeEach(() => {
    stream = new FakeStream();
    client = { connection: { stream } };
    pool.emit('connect', client);
  });

  it('gives every connection the time-out', () => {
    expect(stream.timeoutMs).toBe(7_000);
  });

  it('closes one that somebody waits for', () => {
    pool.emit('acquire', client);
    stream.emit('timeout');
    expect(stream.destroyedBy?.message).toBe('Query read timeout');
  });

  it('leaves those at rest open, used before or not', () => {
    stream.emit('timeout');
    pool.emit('acquire', client);
    pool.emit('release', undefined, client);
    stream.emit('timeout');
    expect(stream.destroyedBy).toBeNull();
  });
});
