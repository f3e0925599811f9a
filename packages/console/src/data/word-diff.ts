export interface Piece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Larger texts are compared as wholes: the table of the comparison grows with the product of the lengths. */
const MOST_CELLS = 4_000_000;

/** The difference of two texts by words: a longest common subsequence. */
export function wordDiff(before: string, after: string): Piece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  if (a.length * b.length > MOST_CELLS) return joined([piece('removed', before), piece('added', after)]);
  const lengths = commonLengths(a, b);
  const width = b.length + 1;
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const isRemoved = at(lengths, (i + 1) * width + j) >= at(lengths, i * width + j + 1);
    if (a[i] === b[j]) {
      pieces.push(piece('same', a[i++] ?? ''));
      j++;
    } else if (isRemoved) pieces.push(piece('removed', a[i++] ?? ''));
    else pieces.push(piece('added', b[j++] ?? ''));
  }
  return joined([...pieces, piece('removed', a.slice(i).join('')), piece('added', b.slice(j).join(''))]);
}

/** The length of the longest common subsequence of the ends that begin at each pair of places. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? at(lengths, (i + 1) * width + j + 1) + 1
          : Math.max(at(lengths, (i + 1) * width + j), at(lengths, i * width + j + 1));
    }
  }
  return lengths;
}

function at(numbers: Uint16Array, place: number): number {
  return numbers[place] ?? 0;
}

/** Words with the space after them. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function piece(kind: Piece['kind'], text: string): Piece {
  return { kind, text };
}

function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const each of pieces) {
    const last = result.at(-1);
    if (last?.kind === each.kind) last.text += each.text;
    else if (each.text !== '') result.push({ ...each });
  }
  return result;
}
