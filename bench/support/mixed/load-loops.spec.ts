import { closedLoop, openLoop, type Line, type Load } from './load-loops';
import type { MixedRequest } from './request-mix';

const request: MixedRequest = { kind: 'recall', path: '/recall', token: '', body: '{}' };

/** A server that answers requests in the order in which they come, when the test says so. */
class Server {
  waiting = 0;
  most = 0;
  opened = 0;
  private readonly answers: (() => void)[] = [];
  private frozen = false;

  constructor(private readonly status: (number: number) => number | Error = () => 200) {}

  readonly open = async (): Promise<Line> => {
    this.opened++;
    const line = { isOpen: true, post: () => this.post(line), close: () => (line.isOpen = false) };
    return line;
  };

  freeze(): void {
    this.frozen = true;
  }

  thaw(): void {
    this.frozen = false;
    for (const answer of this.answers.splice(0)) answer();
  }

  private posted = 0;

  private async post(line: { isOpen: boolean }): Promise<number> {
    if (!line.isOpen) throw new Error('The connection is closed');
    const number = this.posted++;
    this.most = Math.max(this.most, ++this.waiting);
    await new Promise<void>((resolve) => {
      if (this.frozen) this.answers.push(resolve);
      else setImmediate(resolve);
    });
    this.waiting--;
    const status = this.status(number);
    if (typeof status === 'number') return status;
    line.isOpen = false;
    throw status;
  }
}

/** Ten milliseconds pass between one look and the next. */
function quickClock(): () => number {
  let now = 0;
  return () => (now += 10);
}

function load(server: Server, changes: Partial<Load> = {}): Load {
  return { open: server.open, next: () => request, connections: 4, seconds: 0.1, ...changes };
}

describe('closedLoop', () => {
  it('has one request under way on each connection', async () => {
    const server = new Server();
    const { latencies, failures, seconds } = await closedLoop(
      load(server, { seconds: 1, now: quickClock() }),
    );
    expect(server.most).toBe(4);
    expect(latencies.recall.length).toBeGreaterThan(4);
    expect(failures).toBe(0);
    expect(seconds).toBeGreaterThanOrEqual(1);
  });

  it('counts bad answers and lost connections, reports the first, and connects again', async () => {
    const server = new Server((number) => (number === 1 ? 503 : number === 2 ? new Error('gone') : 200));
    const { failures, example, latencies } = await closedLoop(
      load(server, { connections: 1, seconds: 1, now: quickClock() }),
    );
    expect({ failures, example }).toEqual({ failures: 2, example: '/recall answered 503' });
    expect(server.opened).toBe(2);
    expect(latencies.recall.length).toBeGreaterThan(1);
  });
});

describe('openLoop', () => {
  it('opens another connection where the server has closed one between two requests', async () => {
    const server = new Server();
    const lines: Line[] = [];
    const open = async (): Promise<Line> => {
      const line = await server.open();
      lines.push(line);
      return line;
    };
    const next = (): MixedRequest => {
      lines.forEach((line) => line.close());
      return request;
    };
    const { latencies, failures } = await openLoop({
      ...load(server, { open, next, connections: 1, seconds: 1 }),
      rate: 20,
    });
    expect([latencies.recall.length, failures]).toEqual([20, 0]);
    expect(server.opened).toBeGreaterThan(1);
  });

  it('sends as many requests as are due at its rate, however fast the answers come', async () => {
    const { latencies, failures, seconds } = await openLoop({ ...load(new Server()), rate: 500 });
    expect(latencies.recall).toHaveLength(50);
    expect(failures).toBe(0);
    expect(seconds).toBeGreaterThanOrEqual(0.098);
  });

  it('charges a server that stands still for all that was due meanwhile', async () => {
    const server = new Server();
    server.freeze();
    const thawed = new Promise<void>((resolve) =>
      setTimeout(() => {
        server.thaw();
        resolve();
      }, 150),
    );
    const { latencies } = await openLoop({ ...load(server, { connections: 2 }), rate: 400 });
    await thawed;
    expect(server.most).toBe(2);
    expect(latencies.recall).toHaveLength(40);
    // Of forty only two were under way; the others were late all the same, the last of them by 50 ms.
    expect(Math.min(...latencies.recall)).toBeGreaterThanOrEqual(45);
  });
});
