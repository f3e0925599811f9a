import { hostileTexts } from '../../test/support/hostile-texts';
import { processorMs } from '../../test/support/processor-time';
import { LANGUAGES } from '../common/languages';
import { spokenDate } from './time-range';
import { tokenizerOf } from './tokens';

const SHORT = 2_500;
const LONG = 10_000;
/** Of the processor. Wanted are 20 ms; the rest is for slow and busy machines. */
const MOST_MS = 150;
/** Four times the text takes four times as long; a time that grows with the square, sixteen times. */
const MOST_GROWTH = 9;
/** Too short to compare. */
const NOISE_MS = 10;
const ROUNDS = 12;

const shorter = hostileTexts(SHORT);
const longer = hostileTexts(LONG);

/**
 * Milliseconds of the processor, since other processes may have it meanwhile: the least of a few rounds, which end as
 * soon as it is little enough.
 */
function timeOf(work: () => unknown, enough: number): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least > enough; round++) {
    least = Math.min(least, processorMs(work));
  }
  return least;
}

const tokenize = (text: string) => tokenizerOf('english').tokenize(text);

describe.each(Object.keys(longer))('10,000 characters of %s', (name) => {
  const [short, long] = [shorter[name]!, longer[name]!];

  it('are cut into terms in a time that grows with their length alone', () => {
    const before = timeOf(() => tokenize(short), NOISE_MS / MOST_GROWTH);
    const most = Math.min(MOST_MS, Math.max(NOISE_MS, before * MOST_GROWTH));
    expect(timeOf(() => tokenize(long), most)).toBeLessThanOrEqual(most);
  });

  it('are looked through for a date in such a time', () => {
    expect(timeOf(() => spokenDate(long), NOISE_MS)).toBeLessThanOrEqual(NOISE_MS);
  });

  it('give terms of at most 64 characters', () => {
    const { terms, forms } = tokenize(long);
    const bad = [...terms, ...forms].filter((term) => term.length > 64 || term.length === 0);
    expect(bad).toEqual([]);
  });
});

describe.each(LANGUAGES)('the rules of %s', (language) => {
  it('take any letters in little time', () => {
    const cut = (text: string) => tokenizerOf(language).tokenize(text);
    for (const [name, text] of Object.entries(longer)) {
      if (name.startsWith('words of')) expect(timeOf(() => cut(text), MOST_MS)).toBeLessThanOrEqual(MOST_MS);
    }
  });
});

describe('encoded data', () => {
  it('gives an index few terms, however long it is', () => {
    for (const name of ['base64', 'hex', '"1"', '"a"']) {
      const { terms, forms } = tokenize(`coffee ${longer[name]} tea`);
      expect(terms.length + forms.length).toBeLessThan(128);
      expect([terms[0], terms.at(-1)]).toEqual(['coffe', 'tea']);
    }
  });

  it('leaves paths and identifiers of up to 256 characters whole', () => {
    const path = 'my_long-folder/'.repeat(15);
    expect(tokenize(path).terms).toHaveLength(30);
  });
});
