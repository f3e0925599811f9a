// Its dictionaries are chosen by script, so the locale does not matter; a fixed one keeps results equal everywhere.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * How many characters the segmenter gets at once: its time grows faster than the length of its text. Sentences
 * without spaces are shorter as a rule, and are segmented in one piece.
 */
const WINDOW = 256;
/** A word this close to the end of a window is left to the next window, which shows what follows the word. */
const MARGIN = 32;

/**
 * The words of a run of letters without spaces, by dictionary. The cuts depend on the text of the run alone. The caller
 * can pause after each window.
 */
export function* segmentsOf(run: string): Generator<void, string[]> {
  const words: string[] = [];
  let start = 0;
  while (start < run.length) {
    const window = wholeCharacters(run.slice(start, start + WINDOW));
    const isLast = start + window.length === run.length;
    let next = start;
    for (const { segment, index, isWordLike } of segmenter.segment(window)) {
      if (!isLast && index > 0 && index + segment.length > WINDOW - MARGIN) break;
      if (isWordLike === true) words.push(segment);
      next += segment.length;
    }
    start = next;
    yield;
  }
  return words;
}

/** Without the half of a character that a cut may leave at the end. */
function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
