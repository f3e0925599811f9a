/** A text with the characters that a pattern finds, of one UTF-16 unit each, written as JSON escapes: `\u003c`. */
export function withEscapes(text: string, pattern: RegExp): string {
  return text.replace(pattern, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
