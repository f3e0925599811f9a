import { JsonReader } from './json-reader';

/** Places tried as the start of a document, for texts that are full of brackets. */
const MAX_STARTS = 100;

interface Found {
  value: unknown;
  length: number;
}

/**
 * The JSON in what a model wrote: as it is, in a fence, among prose, with trailing commas or line breaks in
 * strings, or cut off, of which whole elements and properties are kept. Of several documents the longest. Null
 * when there is none, and for `null`. Never throws.
 */
export function readTolerantJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return longestDocument(text)?.value ?? null;
  }
}

function longestDocument(text: string): Found | null {
  let best: Found | null = null;
  let at = nextStart(text, 0);
  for (let tries = 0; at >= 0 && tries < MAX_STARTS; tries++) {
    const found = documentAt(text, at);
    if (found !== null && found.length > (best?.length ?? 0)) best = found;
    at = nextStart(text, at + (found?.length ?? 1));
  }
  return best;
}

function nextStart(text: string, from: number): number {
  const length = text.slice(from).search(/[[{]/);
  return length < 0 ? -1 : from + length;
}

function documentAt(text: string, start: number): Found | null {
  const reader = new JsonReader(text, start);
  const read = reader.read();
  if (read === null || (!read.isWhole && isEmpty(read.value))) return null;
  return { value: read.value, length: reader.position - start };
}

/** A bracket of prose, or one that was cut off right away. */
function isEmpty(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}
