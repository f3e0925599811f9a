/** Characters of a token of a common model: in alphabets like the Latin one, in others with letters, and the rest. */
const LATIN = 4;
const OTHER_LETTERS = 2;
const FIRST_OTHER = 0x370;
/** From here on scripts without spaces between words, such as Chinese, and emoji, of which each unit is a token. */
const FIRST_IDEOGRAPH = 0x2e80;

/** About how many tokens a text has: no model's tokenizer is the same as another one's. */
export function approximateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < FIRST_OTHER) tokens += 1 / LATIN;
    else tokens += unit < FIRST_IDEOGRAPH ? 1 / OTHER_LETTERS : 1;
  }
  return Math.ceil(tokens);
}
