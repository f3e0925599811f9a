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

  it('pauses between the steps of one item', async () => {
    function* visit(): Generator<void, void> {
      yield;
      yield;
    }
    expect(await turnsDuring(() => new TimeSlices(1, clock(1)).forEach([1], visit))).toBe(3);
  });

  it('lets one piece of long work go on in a turn of the event loop, however many there are', async () => {
    const steps: number[] = [];
    let turn = 0;
    function* long(): Generator<void, void> {
      for (let i = 0; i < 10; i++) {
        steps[turn] = (steps[turn] ?? 0) + 1;
        yield;
      }
    }
    const slices = new TimeSlices(1, clock(1));
    let done = false;
    const next = (): void => {
      turn++;
      if (!done) setImmediate(next);
    };
    setImmediate(next);
    await Promise.all(Array.from({ length: 8 }, () => slices.run(long())));
    done = true;
    // All begin at once, and each is paused for the first time; from then on they take turns.
    expect(Math.max(...steps.slice(2))).toBe(1);
    expect(steps.reduce((sum, each) => sum + each, 0)).toBe(80);
  });

  it('does not let short work wait for long work', async () => {
    const ends: string[] = [];
    function* work(name: string, steps: number): Generator<void, void> {
      for (let i = 0; i < steps; i++) yield;
      ends.push(name);
    }
    const slices = new TimeSlices(1, clock(1));
    const long = ['a', 'b', 'c'].map((name) => slices.run(work(name, 10)));
    await new Promise(setImmediate);
    await Promise.all([...long, slices.run(work('short', 1))]);
    expect(ends).toEqual(['short', 'a', 'b', 'c']);
  });
});
