import type { Finding } from './finding';
import { findCards, findPersonal } from './personal';
import { findCredentials } from './secrets';

/** What is looked for: credentials or none; personal data, payment cards alone of them, or none. */
export interface Sought {
  credentials: boolean;
  personal: boolean | 'cards';
}

/** Ends in a kind; what stands in the place of a secret. */
const PLACEHOLDER = /\[secret: [a-z0-9-]{1,60}\]|\[redacted secret\]/;

/** Stands in the place of placeholders while a text is screened; no value begins with it. */
const MASK = '[';
const PLACEHOLDERS = new RegExp(PLACEHOLDER, 'g');

/** The kind of what is a key by the words before it alone. */
const ANY_KEY = 'key';

/** Invisible characters, which may be put between the letters of a secret. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const BEYOND_ASCII = /[^\0-\x7f]/;

export function placeholderOf(kind: string): string {
  return `[secret: ${kind}]`;
}

/** Whether something was redacted in the text before; earlier versions wrote it in another way. */
export function holdsPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** The findings in the order of their starts, without overlaps. Invisible characters and odd letters hide none. */
export function screenText(text: string, sought: Sought): Finding[] {
  const found = findAll(text, sought);
  if (BEYOND_ASCII.test(text)) {
    const plain = plainForm(text);
    if (plain.text !== text)
      for (const { kind, start, end } of findAll(plain.text, sought))
        found.push({ kind, start: plain.starts[start] ?? 0, end: plain.ends[end - 1] ?? text.length });
  }
  return apart(found);
}

/** The text with a placeholder in the place of each finding, and nothing else changed. */
export function redacted(text: string, findings: readonly Finding[]): string {
  let result = '';
  let from = 0;
  for (const { kind, start, end } of findings) {
    result += text.slice(from, start) + placeholderOf(kind);
    from = end;
  }
  return result + text.slice(from);
}

function findAll(given: string, { credentials, personal }: Sought): Finding[] {
  const text = given.replace(PLACEHOLDERS, ({ length }) => MASK.repeat(length));
  const found = credentials ? findCredentials(text) : [];
  if (personal === true) found.push(...findPersonal(text));
  else if (personal === 'cards') found.push(...findCards(text));
  return found;
}

/** Joins findings that overlap. The kind is that of the first whose form shows it. */
export function apart(findings: Finding[]): Finding[] {
  if (findings.length < 2) return findings;
  const joined: Finding[] = [];
  const byStart = findings.sort((a, b) => a.start - b.start || b.end - a.end);
  for (const each of byStart) {
    const last = joined.at(-1);
    if (last === undefined || each.start >= last.end) joined.push({ ...each });
    else {
      if (last.kind === ANY_KEY) last.kind = each.kind;
      last.end = Math.max(last.end, each.end);
    }
  }
  return joined;
}

/** The text without invisible characters and odd forms of letters, and where each unit's character begins and ends in it. */
function plainForm(text: string): { text: string; starts: number[]; ends: number[] } {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    const plain = INVISIBLE.test(character) ? '' : character.normalize('NFKC');
    for (let unit = 0; unit < plain.length; unit++) {
      starts.push(at);
      ends.push(end);
    }
    parts.push(plain);
    at = end;
  }
  return { text: parts.join(''), starts, ends };
}
