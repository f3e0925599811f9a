/** About a thousand tokens: some tens of milliseconds of a small model on one processor. */
const MOST_CHARACTERS = 4_000;

/**
 * The places of texts, in groups that are each short work for a model. A group is padded to its longest text,
 * so texts of like length go together, and it is the padded length that counts.
 */
export function textSlices(texts: readonly string[]): number[][] {
  const lengthAt = (place: number) => texts[place]?.length ?? 0;
  const places = texts.map((_, place) => place).sort((a, b) => lengthAt(a) - lengthAt(b));
  const slices: number[][] = [];
  let slice: number[] = [];
  for (const place of places) {
    if (slice.length > 0 && (slice.length + 1) * lengthAt(place) > MOST_CHARACTERS) {
      slices.push(slice);
      slice = [];
    }
    slice.push(place);
  }
  return slice.length > 0 ? [...slices, slice] : slices;
}
