/** A worker that lived this long was not ended by how it starts. */
const STEADY_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Lives of a worker in a row that were short, after one that took `livedMs`. */
export function shortLives(before: number, livedMs: number): number {
  return livedMs >= STEADY_MS ? 0 : before + 1;
}

/** Milliseconds before a worker is started anew: none after the first short life, then 0.5 s, 1 s, 2 s, up to 30 s. */
export function pauseBefore(lives: number): number {
  return lives <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (lives - 2));
}
