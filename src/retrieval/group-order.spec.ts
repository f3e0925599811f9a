import fc from 'fast-check';
import { GroupOrder } from './group-order';
import { NO_NEIGHBOUR } from './links';
import { isSameThread, NO_TURN } from './turns';

/** The links between consecutive ordinals, written once more as plainly as possible. */
function plainLinks(ordinals: readonly number[], turns: readonly number[]): Map<number, number> {
  const turnAt = (at: number): number => turns[ordinals[at] ?? -1] ?? NO_TURN;
  const linked = ordinals.slice(1).flatMap((next, at): [number, number][] => {
    const isLinked = isSameThread(turnAt(at - 1), turnAt(at), turnAt(at + 1), turnAt(at + 2));
    return isLinked ? [[ordinals[at]!, next]] : [];
  });
  return new Map(linked);
}

describe('GroupOrder', () => {
  it('links the turns of a thread, whatever joins and leaves in between', () => {
    const turn = fc.constantFrom(NO_TURN, 1, 2, 3);
    const orders = fc.shuffledSubarray([...Array(12).keys()], { minLength: 1 });
    fc.assert(
      fc.property(
        orders,
        fc.array(turn, { minLength: 12, maxLength: 12 }),
        fc.nat(11),
        (joining, turns, leaving) => {
          const places = new GroupOrder();
          for (const order of joining) places.join(order, 0, order, turns[order]!);
          for (const order of joining.slice(0, leaving)) places.leave(order, 0);
          const left = joining.slice(leaving).sort((a, b) => a - b);
          const expected = plainLinks(left, turns);
          for (const ordinal of left) {
            const before = [...expected].find(([, next]) => next === ordinal)?.[0] ?? NO_NEIGHBOUR;
            expect(places.inThread.after[ordinal]).toBe(expected.get(ordinal) ?? NO_NEIGHBOUR);
            expect(places.inThread.before[ordinal]).toBe(before);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
