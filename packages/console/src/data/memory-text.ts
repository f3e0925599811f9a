import { visibleText } from '../../../client/src/visible-text.ts';

interface Text {
  title: string;
  content: string;
}

/** A content up to this length is shown as its own title. */
const SHORT = 160;
/** A title that is the beginning of a content is cut before this length. */
const TITLE = 90;
/** The most that a list shows of a content. */
const PREVIEW = 400;
/** What stands before the first word of a passage that was searched for. */
const LEAD = 60;
/** Of the words of a content that decide which passage is shown. */
const MOST_WORDS = 300;

/** Whether the title is only the beginning of the content, as it is when the service derives it. */
export function isDerived({ title, content }: Text): boolean {
  // Derived titles are cut after some characters, or lack the last punctuation mark.
  return line(beginOf(content)).startsWith(title.replace(/(\.\.\.|…)$/, '').trim());
}

/**
 * What a page shows of a memory: a title, and what it does not say, of at most some lines. With stems of words that were
 * searched for, it is the passage that has most of them.
 */
export function headOf(text: Text, stems: readonly string[] = []): { title: string; rest: string } {
  const [title, content] = [visibleText(text.title), visibleText(text.content)];
  if (isDerived(text) && content.length <= SHORT) return { title: content, rest: '' };
  const whole = line(stems.length === 0 ? beginOf(content) : content);
  if (!isDerived(text)) return { title, rest: passageOf(whole, 0, stems) };
  const end = whole.length <= TITLE ? whole.length : wordEnd(whole, TITLE);
  return {
    title: end < whole.length ? `${whole.slice(0, end)}…` : whole,
    rest: end < whole.length ? passageOf(whole, end, stems) : '',
  };
}

/** The words of a text that have one of the stems. */
export function wordsWith(stems: readonly string[], text: string): { word: string; index: number }[] {
  if (stems.length === 0) return [];
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .filter(({ 0: word }) => stems.some((stem) => hasStem(word.toLowerCase(), stem)))
    .map(({ 0: word, index }) => ({ word, index }));
}

/** Stems may replace the last letter (`happy`, `happi`). */
function hasStem(word: string, stem: string): boolean {
  return word.startsWith(stem) || (stem.length > 4 && word.startsWith(stem.slice(0, -1)));
}

/** A part of a text from a place on: its beginning, or where most of the words stand that have the stems. */
function passageOf(text: string, from: number, stems: readonly string[]): string {
  const words = wordsWith(stems, text).filter(({ index }) => index >= from).slice(0, MOST_WORDS);
  const span = PREVIEW - LEAD;
  const counts = words.map(({ index }) => {
    const near = words.filter((other) => other.index >= index && other.index < index + span);
    return new Set(near.map(({ word }) => word.toLowerCase())).size;
  });
  const best = words[counts.indexOf(Math.max(...counts))]?.index ?? from;
  const start = best - from <= LEAD ? from : text.indexOf(' ', best - LEAD) + 1;
  const passage = text.slice(start, start + PREVIEW).trim();
  return start > 0 ? `…${passage}` : passage;
}

/** Where the last whole word before a length ends; the length itself where one word is longer. */
function wordEnd(text: string, length: number): number {
  const end = text.lastIndexOf(' ', length);
  return end > length / 2 ? end : length;
}

/** As much of a content as a list may show. */
function beginOf(content: string): string {
  return content.slice(0, 3 * PREVIEW);
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
