import { AsyncContext } from './async-context';

describe('AsyncContext', () => {
  const later = (): Promise<void> => new Promise(setImmediate);

  it('has its value in all that the work waits for, and nowhere else', async () => {
    const context = new AsyncContext<string>();
    const seen = async (): Promise<(string | undefined)[]> => {
      const before = context.get();
      await later();
      return [before, context.get()];
    };

    const [one, other, outside] = await Promise.all([
      context.run('one', seen),
      context.run('other', seen),
      seen(),
    ]);

    expect([one, other, outside]).toEqual([
      ['one', 'one'],
      ['other', 'other'],
      [undefined, undefined],
    ]);
  });

  it('does not touch the value of another context', async () => {
    const [context, another] = [new AsyncContext<string>(), new AsyncContext<number>()];
    const both = async (): Promise<unknown[]> => {
      await later();
      return [context.get(), another.get()];
    };

    const seen = await context.run('outer', () =>
      another.run(1, () => Promise.all([both(), context.run('inner', both), context.exit(both)])),
    );

    expect(seen).toEqual([
      ['outer', 1],
      ['inner', 1],
      [undefined, 1],
    ]);
    expect([context.get(), another.get()]).toEqual([undefined, undefined]);
  });

  it('keeps one value, however often work begins within other work', () => {
    const context = new AsyncContext<number>();
    const nested = (depth: number): number | undefined =>
      depth === 0 ? context.get() : context.run(depth, () => nested(depth - 1));

    expect(nested(1_000)).toBe(1);
  });
});
