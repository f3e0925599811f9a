/** A part of the content of a memory that no longer holds, while the rest does. */
export interface ReplacedClause {
  id: string;
  text: string;
}

/** A memory that a request names as replaced: the whole of it by its id, or one clause. */
export type Replaced = string | ReplacedClause;

const JOINING = new Set(['and', 'but', 'und', 'aber', 'sowie']);
const BETWEEN = new Set([...' \t\n,;–-']);
const ENDS = new Set([...'.!?']);
const LETTER = /[\p{L}\p{N}]/u;

export function replacedId(replaced: Replaced): string {
  return typeof replaced === 'string' ? replaced : replaced.id;
}

/**
 * What the content says without the clause, and without the word that joined it; empty when nothing else is said. Null
 * when the content does not have the text. Takes linear time.
 */
export function withoutClause(content: string, text: string): string | null {
  const clause = text.trim();
  const at = content.indexOf(clause);
  if (clause === '' || at < 0) return null;
  const following = content.slice(at + clause.length);
  const begun = trimmedEnd(content.slice(0, at));
  const subject = subjectOf(content, text);
  // The subject alone says nothing.
  const isLeft = subject !== null && begun.endsWith(subject) && ENDS.has(following.trimStart().charAt(0));
  const before = isLeft ? trimmedEnd(begun.slice(0, -subject.length)) : begun;
  const after = trimmedStart(isLeft ? following.trimStart().slice(1) : following, before === '');
  const rest = `${before}${joint(before, after)}${after}`.trim();
  return LETTER.test(rest) ? rest : '';
}

const SUBJECT =
  /^(?:(?:The|Der|Die|Das) [\p{L}\p{M}]{1,40}|\p{Lu}[\p{L}\p{M}'’-]{0,40}(?: \p{Lu}[\p{L}\p{M}'’-]{0,40}){0,3})(?= )/u;

/** The words with which the sentence of a clause begins, where they stand before the clause: whom or what it is about. */
export function subjectOf(content: string, text: string): string | null {
  const before = content.slice(0, content.indexOf(text.trim()));
  const sentence = before.slice(Math.max(...[...ENDS].map((end) => before.lastIndexOf(`${end} `) + 1)));
  return SUBJECT.exec(sentence.trimStart())?.[0] ?? null;
}

function joint(before: string, after: string): string {
  const first = after.charAt(0);
  return before === '' || after === '' || ENDS.has(first) || BETWEEN.has(first) ? '' : ' ';
}

/** Removes punctuation and one joining word from the end. */
function trimmedEnd(text: string): string {
  const bare = withoutEdge(text);
  const word = bare.slice(bare.lastIndexOf(' ') + 1);
  return JOINING.has(word.toLowerCase()) ? withoutEdge(bare.slice(0, bare.length - word.length)) : bare;
}

function withoutEdge(text: string): string {
  let end = text.length;
  while (end > 0 && BETWEEN.has(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** At the start of the content, removes punctuation and one joining word. */
function trimmedStart(text: string, isFirst: boolean): string {
  if (!isFirst) return text;
  const bare = fromLetter(text);
  const space = bare.indexOf(' ');
  const isJoined = space > 0 && JOINING.has(bare.slice(0, space).toLowerCase());
  return isJoined ? fromLetter(bare.slice(space)) : bare;
}

function fromLetter(text: string): string {
  let start = 0;
  while (start < text.length && (BETWEEN.has(text.charAt(start)) || ENDS.has(text.charAt(start)))) start++;
  return text.slice(start);
}
