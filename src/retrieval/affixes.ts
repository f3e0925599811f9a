import { hashText } from '../common/hash-text';
import { grown } from './columns';
import type { TermTable } from './term-table';

/** Letters that a look-up begins with; shorter texts are not found. */
const AFFIX = 4;

const FIRST_SLOTS = 64;
/** Terms for each slot, on average. */
const LONGEST_CHAIN = 8;
const GROWTH = 1.25;
const NONE = -1;

/** Terms in chains by one hash. */
interface Chains {
  /** By hash: the last term of the chain. */
  last: Int32Array;
  /** By term: the one before it. */
  before: Int32Array;
}

/**
 * Finds the terms that begin or end with a text, by the hash of their first and of their last letters. Each look-up adds
 * the terms that are new since the one before it, so indexing takes no longer and images need no column.
 */
export class Affixes {
  private size = 0;
  private heads = chains(FIRST_SLOTS, 0);
  private tails = chains(FIRST_SLOTS, 0);

  constructor(private readonly terms: TermTable) {}

  get bytes(): number {
    return 2 * (this.heads.last.byteLength + this.heads.before.byteLength);
  }

  /** The terms that are longer than a text and begin or end with it, in no order. */
  around(text: string): string[] {
    if (text.length < AFFIX) return [];
    this.follow();
    const { terms } = this;
    const found: string[] = [];
    for (const number of numbersIn(this.heads, hashText(text.slice(0, AFFIX)))) {
      if (terms.lengthAt(number) > text.length && terms.holdsAt(number, 0, text))
        found.push(terms.textAt(number));
    }
    for (const number of numbersIn(this.tails, hashText(text.slice(-AFFIX)))) {
      const start = terms.lengthAt(number) - text.length;
      if (start > 0 && terms.holdsAt(number, start, text)) found.push(terms.textAt(number));
    }
    return found;
  }

  private follow(): void {
    const { size } = this.terms;
    let slots = this.heads.last.length;
    while (size > slots * LONGEST_CHAIN) slots *= 2;
    if (slots > this.heads.last.length) {
      [this.heads, this.tails, this.size] = [chains(slots, size), chains(slots, size), 0];
    } else if (size > this.heads.before.length) {
      const capacity = Math.ceil(size * GROWTH);
      this.heads.before = grown(this.heads.before, capacity);
      this.tails.before = grown(this.tails.before, capacity);
    }
    for (; this.size < size; this.size++) this.enter(this.size);
  }

  private enter(number: number): void {
    const length = this.terms.lengthAt(number);
    if (length <= AFFIX) return;
    append(this.heads, this.terms.hashAt(number, 0, AFFIX), number);
    append(this.tails, this.terms.hashAt(number, length - AFFIX, length), number);
  }
}

function chains(slots: number, terms: number): Chains {
  return { last: new Int32Array(slots).fill(NONE), before: new Int32Array(Math.ceil(terms * GROWTH)) };
}

function append({ last, before }: Chains, hash: number, number: number): void {
  const slot = hash & (last.length - 1);
  before[number] = last[slot]!;
  last[slot] = number;
}

function* numbersIn({ last, before }: Chains, hash: number): Generator<number> {
  for (let number = last[hash & (last.length - 1)]!; number !== NONE; number = before[number]!) yield number;
}
