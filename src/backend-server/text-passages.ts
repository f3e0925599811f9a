/** In UTF-16 units, which a passage is cut to. */
const LONGEST = 2_000;
/** Where to cut, best first: after a paragraph, a line, a sentence, a word. */
const CUTS = [/\n\s*\n/g, /\n/g, /[.!?。！？]\s/g, /\s/g] as const;
/** No cut is made before this share of a passage, so that none is tiny. */
const LEAST = LONGEST / 2;

/** Cuts a text that comes in pieces into passages, trimmed, without blank ones, holding no more of it than one. */
export async function* passagesOf(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    while (held.length > LONGEST) {
      const end = cutOf(held);
      const passage = held.slice(0, end).trim();
      held = held.slice(end);
      if (passage !== '') yield passage;
    }
  }
  if (held.trim() !== '') yield held.trim();
}

/** Not within a pair of surrogates. */
function cutOf(text: string): number {
  const window = text.slice(0, LONGEST);
  for (const cut of CUTS) {
    const ends = [...window.matchAll(cut)].map(({ index, 0: found }) => index + found.length);
    const last = ends.at(-1) ?? 0;
    if (last >= LEAST) return last;
  }
  return /[\uD800-\uDBFF]$/.test(window) ? LONGEST - 1 : LONGEST;
}
