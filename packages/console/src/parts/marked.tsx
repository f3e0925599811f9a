import { wordsWith } from '../data/memory-text.ts';

/** A text with the words marked that have one of the stems. */
export function Marked({ text, stems }: { text: string; stems: readonly string[] }) {
  const parts: (string | { word: string })[] = [];
  let end = 0;
  for (const { word, index } of wordsWith(stems, text)) {
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
