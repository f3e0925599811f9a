import fc from 'fast-check';
import { seededRandom } from './random';
import { sessionSchedule } from './session-schedule';

describe('sessionSchedule', () => {
  it('gives each namespace its count, in sessions of at most forty memories', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 500 }), { maxLength: 5 }), fc.nat(), (counts, seed) => {
        const fillings = counts.map((count, at) => ({ namespace: `n${at}`, count }));
        const schedule = sessionSchedule(fillings, seededRandom(seed));
        const given = fillings.map(({ namespace }) =>
          schedule.reduce((sum, next) => sum + (next.namespace === namespace ? next.length : 0), 0),
        );
        expect(given).toEqual(counts);
        expect(schedule.every(({ length }) => length >= 1 && length <= 40)).toBe(true);
        expect(new Set(schedule.map(({ session }) => session)).size).toBe(schedule.length);
      }),
    );
  });

  it('mixes the namespaces', () => {
    const fillings = ['a', 'b'].map((namespace) => ({ namespace, count: 1_000 }));
    const order = sessionSchedule(fillings, seededRandom(1)).map(({ namespace }) => namespace);
    expect(order.slice(0, 20)).toEqual(expect.arrayContaining(['a', 'b']));
  });
});
