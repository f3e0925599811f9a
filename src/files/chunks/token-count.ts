/** Letters of a word that a token holds on average, in the languages that put spaces between words. */
const LETTERS_A_TOKEN = 5;
/** From here on scripts are mostly written without spaces (CJK, Kana, Hangul), about a token a character. */
const FIRST_WIDE = 0x2e80;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/**
 * About how many tokens a language model makes of a text, without a model: a word counts one for every started five
 * characters, which comes to the usual 4/3 a word of English, and a character of a script without spaces counts one.
 * The count of a text is the sum of the counts of its parts when it is cut at white space.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= SPACE || unit === NO_BREAK_SPACE) {
      letters = 0;
    } else if (unit >= FIRST_WIDE) {
      tokens++;
      letters = 0;
    } else if (letters++ % LETTERS_A_TOKEN === 0) {
      tokens++;
    }
  }
  return tokens;
}
