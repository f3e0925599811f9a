import { ModelSlots } from './model-slots';
import { ModelUnavailable } from './text-generator';

const FOR_EVER = new AbortController().signal;

/** Resolves when everything that could go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the slots of a model', () => {
  it('are so many at a time, given in order', async () => {
    const slots = new ModelSlots(2);
    const taken: number[] = [];
    const releases = [0, 1, 2, 3].map((i) =>
      slots.take(FOR_EVER).then((release) => {
        taken.push(i);
        return release;
      }),
    );
    await settled();
    expect(taken).toEqual([0, 1]);

    (await releases[1])!();
    await settled();
    expect(taken).toEqual([0, 1, 2]);

    (await releases[0])!();
    await settled();
    expect(taken).toEqual([0, 1, 2, 3]);
  });

  it('are refused where too many wait', async () => {
    const slots = new ModelSlots(1);
    await slots.take(FOR_EVER);
    for (let i = 0; i < 8; i++) void slots.take(FOR_EVER);
    await expect(slots.take(FOR_EVER)).rejects.toThrow(new ModelUnavailable('The model is busy'));
  });

  it('go to the next in line past those that gave up', async () => {
    const slots = new ModelSlots(1);
    const release = await slots.take(FOR_EVER);
    const caller = new AbortController();
    const gone = [1, 2, 3].map(() => slots.take(caller.signal));
    const patient = slots.take(FOR_EVER);
    caller.abort();
    for (const each of gone) await expect(each).rejects.toThrow('busy for too long');

    release();
    expect(typeof (await patient)).toBe('function');
  });

  it('are given back once, however often they are', async () => {
    const slots = new ModelSlots(1);
    const release = await slots.take(FOR_EVER);
    release();
    release();
    const next = await slots.take(FOR_EVER);
    let more = 0;
    void slots.take(FOR_EVER).then(() => more++);
    await settled();
    expect(more).toBe(0);
    next();
    await settled();
    expect(more).toBe(1);
  });

  it('are not taken for those that have given up already', async () => {
    const slots = new ModelSlots(1);
    await expect(slots.take(AbortSignal.abort())).rejects.toThrow(ModelUnavailable);
    expect(typeof (await slots.take(FOR_EVER))).toBe('function');
  });
});
