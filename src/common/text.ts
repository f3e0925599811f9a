/** Length in Unicode code points, which is what every limit of the interface counts. */
export function codePoints(text: string): number {
  // Most texts are within limits by their UTF-16 length already, but the exact count is what is reported.
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) i++;
    }
    count++;
  }
  return count;
}

export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  return Array.from(text.slice(0, count * 2))
    .slice(0, count)
    .join('');
}

/** A text without the characters of the set at its end, each of one UTF-16 unit. `/[set]+$/` takes quadratic time. */
export function withoutTrailing(text: string, set: string): string {
  let end = text.length;
  while (end > 0 && set.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A text on one line, without control characters, at most `max` code points long. */
export function shortened(text: string, max: number): string {
  const line = text
    .slice(0, max * 8)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length > max ? `${points.slice(0, max - 3).join('')}...` : line;
}

/** The longest beginning of a text that so many bytes of UTF-8 hold. */
export function firstBytes(text: string, bytes: number): string {
  // A character that is cut in half is held back for a next piece, which never comes.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}

/** True when PostgreSQL stores the text unchanged: it takes neither null bytes nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Anything but white space, control characters, characters of no width, and the blank of Braille. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u;

/** True when a reader would see nothing. The one rule for texts that must not be blank. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
