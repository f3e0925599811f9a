const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const OPEN_BRACE = 123;

/**
 * Whether a JSON text holds more than `max` values, counted without parsing: 8 MiB of nested or empty lists take a
 * second to parse and a gigabyte of memory, counting them takes 20 ms. For a text that is no JSON the answer is
 * arbitrary, and the parser refuses it. A list or object without items counts twice.
 */
export function hasMoreValuesThan(max: number, text: string): boolean {
  // Each value takes two characters at least: `[1,1]`.
  if (text.length <= max) return false;
  let values = 1;
  for (let at = 0; at < text.length && values <= max; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === OPEN_BRACKET || code === OPEN_BRACE) values++;
    else if (code === QUOTE) at = endOfString(text, at);
  }
  return values > max;
}

/** Where the string that starts at `start` ends: at its closing quote, or at the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
