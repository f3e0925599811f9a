import { CallFault } from './call';
import { Circuit } from './circuit';

const OUTAGE = new CallFault('broken', 'ECONNRESET');
const HALF_OPEN_AFTER_MS = 3_000;

describe('a circuit', () => {
  let circuit: Circuit;
  let probe: jest.Mock<Promise<unknown>, []>;
  let reported: boolean[];

  const fail = () => circuit.run(() => Promise.reject(OUTAGE)).catch((error: unknown) => error);
  const open = async () => {
    for (let i = 0; i < 3; i++) await fail();
  };

  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
    probe = jest.fn(() => Promise.resolve());
    reported = [];
    circuit = new Circuit({ failures: 3, halfOpenAfterMs: HALF_OPEN_AFTER_MS }, probe, (isOpen) =>
      reported.push(isOpen),
    );
  });
  afterEach(() => jest.useRealTimers());

  it('opens after so many outages in a row, and then calls fail without being made', async () => {
    await open();
    const work = jest.fn(() => Promise.resolve(1));
    await expect(circuit.run(work)).rejects.toMatchObject({ kind: 'not sent' });
    expect(work).not.toHaveBeenCalled();
    expect(probe).not.toHaveBeenCalled();
    expect(reported).toEqual([true]);
  });

  it('stays closed when one call between them succeeds', async () => {
    for (let i = 0; i < 10; i++) {
      await fail();
      await fail();
      await expect(circuit.run(() => Promise.resolve(i))).resolves.toBe(i);
    }
    expect(reported).toEqual([]);
  });

  it('stays closed when calls are refused', async () => {
    const refused = new CallFault('key', 'status 403');
    for (let i = 0; i < 10; i++)
      await expect(circuit.run(() => Promise.reject(refused))).rejects.toBe(refused);
    expect(reported).toEqual([]);
  });

  it('asks after a while whether the backend is back, and lets the call through', async () => {
    await open();
    jest.advanceTimersByTime(HALF_OPEN_AFTER_MS);
    await expect(circuit.run(() => Promise.resolve(1))).resolves.toBe(1);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(reported).toEqual([true, false]);
  });

  it('stays open when the backend is not back', async () => {
    await open();
    probe.mockRejectedValue(OUTAGE);
    jest.advanceTimersByTime(HALF_OPEN_AFTER_MS);
    const work = jest.fn(() => Promise.resolve(1));
    await expect(circuit.run(work)).rejects.toMatchObject({ kind: 'not sent' });
    await expect(circuit.run(work)).rejects.toMatchObject({ kind: 'not sent' });
    expect(probe).toHaveBeenCalledTimes(1);
    expect(work).not.toHaveBeenCalled();
  });

  it('lets others fail at once while one asks', async () => {
    await open();
    let answer: () => void = () => undefined;
    probe.mockReturnValue(new Promise<void>((resolve) => (answer = resolve)));
    jest.advanceTimersByTime(HALF_OPEN_AFTER_MS);
    const first = circuit.run(() => Promise.resolve(1));
    await expect(circuit.run(() => Promise.resolve(2))).rejects.toMatchObject({ kind: 'not sent' });
    answer();
    await expect(first).resolves.toBe(1);
  });
});
