/** Checksums of numbers that people and accounts have. All take the digits or characters without separators. */

/** https://www.iso.org/standard/70484.html (ISO/IEC 7812-1), annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighed = i % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** ISO 7064 mod 97-10 as IBAN has it: letters count from 10, and the first four characters come last. */
export function passesMod97(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** ISO 7064 mod 11,10. */
export function passesMod11Ten(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** The sum of the products of digits and weights; digits without a weight do not count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at] ?? 0), 0);
}

/** The remainder of a number of any length modulo 97. */
export function mod97(digits: string): number {
  return Number(BigInt(digits) % 97n);
}
