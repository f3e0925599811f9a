import { itemOf, MAX_CONTENT, type Item } from './entry.ts';

/** A text in pieces of at most `most` code points, cut between paragraphs, lines or words where it can be. */
export function splitText(text: string, most: number = MAX_CONTENT): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  // Counted only where it matters: a code point has one or two units.
  while (rest.length > most && (rest.length > 2 * most || Array.from(rest).length > most)) {
    const head = Array.from(rest.slice(0, 2 * most))
      .slice(0, most)
      .join('');
    const end = cutOf(head);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

/** Items of one text: a long one becomes several, which are numbered. */
export function itemsOf(fields: Parameters<typeof itemOf>[0]): Item[] {
  const pieces = splitText(fields.content);
  if (pieces.length < 2) return pieces.map((content) => itemOf({ ...fields, content }));
  return pieces.map((content, at) =>
    itemOf({ ...fields, content, ref: `${fields.ref}#${at + 1}`, thread: fields.thread ?? fields.ref }),
  );
}

/** The place of the cut, not in the first half: short pieces say little. */
function cutOf(head: string): number {
  for (const separator of ['\n\n', '\n', '. ', ' ']) {
    const at = head.lastIndexOf(separator);
    if (at > head.length / 2) return at + separator.length;
  }
  return head.length;
}
