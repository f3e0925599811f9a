import { visibleText } from '../../../client/src/visible-text.ts';
import { wordDiff } from '../data/word-diff.ts';

/** What changed in a text. */
export function Diff({ before, after }: { before: string; after: string }) {
  return (
    <p class="diff" dir="auto">
      {wordDiff(visibleText(before), visibleText(after)).map(({ kind, text }, place) => {
        if (kind === 'same') return text;
        return kind === 'added' ? <ins key={place}>{text}</ins> : <del key={place}>{text}</del>;
      })}
    </p>
  );
}

/** The side of a comparison that has `text`, with what the other side lacks marked. */
export function Side({ text, other }: { text: string; other: string }) {
  return (
    <p class="diff" dir="auto">
      {wordDiff(visibleText(other), visibleText(text))
        .filter(({ kind }) => kind !== 'removed')
        .map(({ kind, text: part }, place) => (kind === 'added' ? <mark key={place}>{part}</mark> : part))}
    </p>
  );
}
