const WORD = /[\p{L}\p{N}]+/gu;
const SHORT = 4;

/** A text with the words marked that have one of the stems. */
export function Marked({ text, stems }: { text: string; stems: readonly string[] }) {
  const parts: (string | { word: string })[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!stems.some((stem) => hasStem(word.toLowerCase(), stem))) continue;
    parts.push(text.slice(end, index), { word });
    end = index + word.length;
  }
  parts.push(text.slice(end));
  return (
    <>
      {parts.map((part, place) => (typeof part === 'string' ? part : <mark key={place}>{part.word}</mark>))}
    </>
  );
}

/** Stems may replace the last letter (`happy`, `happi`). */
function hasStem(word: string, stem: string): boolean {
  return word.startsWith(stem) || (stem.length > SHORT && word.startsWith(stem.slice(0, -1)));
}
