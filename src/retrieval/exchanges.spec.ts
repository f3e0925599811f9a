import fc from 'fast-check';
import { onceAnExchange } from './exchanges';

/** Documents of a chat: even ones are messages of the user, and each odd one is the reply to the one before it. */
const DOCUMENTS = 12;
const otherHalfOf = (ordinal: number) =>
  ordinal % 2 === 0 ? { ordinal: ordinal + 1, isAsker: false } : { ordinal: ordinal - 1, isAsker: true };

interface Chat {
  scores: Float64Array;
  ranked: number[];
  /** Messages that stand for their exchanges. */
  speakers: number[];
}

const chats: fc.Arbitrary<Chat> = fc.record({
  scores: fc
    .array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { minLength: DOCUMENTS, maxLength: DOCUMENTS })
    .map((scores) => Float64Array.from(scores)),
  ranked: fc.subarray([...Array(DOCUMENTS).keys()]),
  speakers: fc.subarray([...Array(DOCUMENTS).keys()].filter((ordinal) => ordinal % 2 === 0)),
});

function placesOf({ scores, ranked, speakers }: Chat) {
  const best = ranked.toSorted((a, b) => scores[b]! - scores[a]!);
  const speaksFor = (asker: number): boolean => speakers.includes(asker);
  return { best, places: onceAnExchange(best, otherHalfOf, speaksFor, scores), speaksFor };
}

describe('onceAnExchange', () => {
  it('gives each document once, and of others only messages that speak for a reply among them', () => {
    fc.assert(
      fc.property(chats, (chat) => {
        const { best, places, speaksFor } = placesOf(chat);
        const added = best.map((ordinal) => otherHalfOf(ordinal).ordinal).filter((each) => speaksFor(each));
        expect(new Set(places.keys())).toEqual(new Set([...best, ...added]));
      }),
    );
  });

  it('puts one half of each exchange in front, and the other one behind all of these', () => {
    fc.assert(
      fc.property(chats, (chat) => {
        const { places } = placesOf(chat);
        const ordered = [...places.keys()];
        const exchangeOf = (ordinal: number) => Math.floor(ordinal / 2);
        const front = new Set(ordered.map(exchangeOf)).size;
        expect(new Set(ordered.slice(0, front).map(exchangeOf)).size).toBe(front);
        expect([...places.values()]).toEqual([...places.values()].sort((a, b) => b - a));
        expect(ordered.filter((ordinal) => places.get(ordinal)! >= 0)).toHaveLength(front);
      }),
    );
  });

  it('changes nothing of its own order', () => {
    fc.assert(
      fc.property(chats, (chat) => {
        const { places, speaksFor } = placesOf(chat);
        const ordered = [...places.keys()];
        expect([...onceAnExchange(ordered, otherHalfOf, speaksFor, chat.scores).keys()]).toEqual(ordered);
      }),
    );
  });
});
