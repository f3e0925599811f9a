import type { Column, IndexImage } from '../../src/retrieval/index-image';
import { SeededRandom } from './seeded-random';

/** Fills a copy of the used part of a column. */
type Damage = (bytes: Uint8Array, random: SeededRandom) => void;

const DAMAGES: Record<string, Damage> = {
  ones: (bytes) => bytes.fill(0xff),
  zeros: (bytes) => bytes.fill(0),
  random: (bytes, random) => bytes.forEach((_, at) => (bytes[at] = random.below(256))),
  'some random': (bytes, random) => {
    for (let n = 0; n < 3; n++) bytes[random.below(bytes.length)] = random.below(256);
  },
  turned: (bytes) => bytes.set(bytes.slice().reverse()),
};
const NUMBERS = [0, 1, 2, 1e6, 2 ** 32, 2 ** 53 - 1, -1, 0.5, NaN, Infinity];

export interface DamagedImage {
  name: string;
  image: IndexImage;
}

/** Every column in every way, and every number, one at a time; those that stay as they were are left out. */
export function* damagedImages(image: IndexImage, seed: number): Generator<DamagedImage, void> {
  const random = new SeededRandom(seed);
  for (let column = 0; column < image.columns.length; column++) {
    for (const [name, damage] of Object.entries(DAMAGES)) {
      const copy = structuredClone(image);
      const { array, used } = copy.columns[column]!;
      const bytes = new Uint8Array(array.buffer, array.byteOffset, used * array.BYTES_PER_ELEMENT);
      damage(bytes, random);
      if (bytes.length === 0 || isEqual(array, image.columns[column]!.array)) continue;
      yield { name: `column ${column}: ${name}`, image: copy };
    }
  }
  for (let at = 0; at < image.numbers.length; at++) {
    for (const number of NUMBERS.filter((each) => each !== image.numbers[at])) {
      const numbers = image.numbers.with(at, number);
      yield { name: `number ${at}: ${number}`, image: { ...structuredClone(image), numbers } };
    }
  }
}

function isEqual(one: Column, other: Column): boolean {
  return Buffer.compare(new Uint8Array(one.buffer), new Uint8Array(other.buffer)) === 0;
}
