import { randomInt } from 'node:crypto';

/** Drawn for each process, so that no client can construct texts that all fall on one slot. */
const SEED = randomInt(2 ** 32);
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a of UTF-16 units in 32 bits, with mixed low bits. Only with an own `seed` is it equal in every process. */
export function hashText(text: string, seed = SEED): number {
  let hash = seed ^ BASIS;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return mixed(hash);
}

/** As `hashText`, of the UTF-16 units from `start` to before `end`. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = SEED ^ BASIS;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (units[i] ?? 0), PRIME);
  return mixed(hash);
}

function mixed(fnv: number): number {
  const hash = Math.imul(fnv ^ (fnv >>> 15), 0x9e3779b1);
  return (hash ^ (hash >>> 13)) >>> 0;
}
