import { SeededRandom } from '../../support/seeded-random';

/** A stream of numbers from 0 up to, and not with, 1, the same for the same seed. */
export type Random = () => number;

export function seeded(seed: number): Random {
  const random = new SeededRandom(seed);
  return () => random.next();
}

/** FAULT_SEED, to repeat a run; else one of the moment. It is printed. */
export function chosenSeed(what: string): number {
  const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`${what}: FAULT_SEED=${seed}\n`);
  return seed;
}

/** FAULT_ROUNDS for a quicker or a longer run. */
export function chosenRounds(usual: number): number {
  return Number(process.env.FAULT_ROUNDS ?? usual);
}

export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from));
}

export function oneOf<T>(random: Random, items: readonly T[]): T {
  const item = items[between(random, 0, items.length)];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
}
