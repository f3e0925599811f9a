import { TimeSlices } from './time-slices';

/** Every reading of the clock is `step` ms after the one before. */
function clock(step: number): () => number {
  let time = 0;
  return () => (time += step);
}

/** How often the event loop turns until the work is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let done = false;
  const count = (): void => {
    if (done) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  done = true;
  return turns;
}

describe('TimeSlices', () => {
  it('visits every item in order', async () => {
    const visited: number[] = [];
    await new TimeSlices(3, clock(1)).forEach([1, 2, 3, 4, 5, 6, 7], (item) => visited.push(item));
    expect(visited).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('does not pause within a slice', async () => {
    const work = () => new TimeSlices(1000, clock(1)).forEach([1, 2, 3], () => {});
    expect(await turnsDuring(work)).toBe(0);
  });

  it('lets the event loop turn after each slice', async () => {
    const work = () => new TimeSlices(1, clock(1)).forEach([1, 2, 3], () => {});
    expect(await turnsDuring(work)).toBe(3);
  });

  it('runs stepwise work to its result, pausing between steps', async () => {
    function* work(): Generator<void, string> {
      yield;
      yield;
      return 'done';
    }
    const results: string[] = [];
    const run = async (): Promise<unknown> => results.push(await new TimeSlices(1, clock(1)).run(work()));
    expect(await turnsDuring(run)).toBe(2);
    expect(results).toEqual(['done']);
  });

  it('passes on what the work throws', async () => {
    const visit = (): void => {
      throw new Error('broken');
    };
    await expect(new TimeSlices(1, clock(1)).forEach([1], visit)).rejects.toThrow('broken');
  });
});
