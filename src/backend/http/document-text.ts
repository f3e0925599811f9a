import { firstCodePoints } from '../../common/text';
import { deriveTitle, MEMORY_TYPES } from '../memory';

const MAX_TITLE = 100;
const GAP = '\n\n';
const FOOTER = '\n\nTags: ';
const TYPED_LINE = /^\[([A-Za-z]{1,20})\] (.*)/;
const TYPES: ReadonlySet<string> = new Set(MEMORY_TYPES);

export interface TitledText {
  title: string;
  content: string;
}

/**
 * Title and content of a text `[TYPE] title`, blank line, content. The title is the one given beside the text where
 * there is one; a text without such a head is content from its start, and names itself. A footer that repeats the
 * tags of `footer` is left out.
 */
export function readHead(
  text: string,
  title: string | null,
  { footer }: { footer: readonly string[] },
): TitledText {
  const head = headOf(text, title);
  const content = withoutFooter(text.slice(head?.length ?? 0), footer);
  const named = title ?? head?.title ?? '';
  return { title: cutTitle(named, title === null, content), content };
}

export function derivesTitle(title: string, content: string): boolean {
  return title === deriveTitle(content);
}

/** The head and how far it goes, with the gap behind it; null when the text has none. */
function headOf(text: string, title: string | null): { title: string; length: number } | null {
  const line = TYPED_LINE.exec(text);
  if (line === null || !TYPES.has((line[1] ?? '').toLowerCase())) return null;
  const start = `[${line[1]}] `.length;
  // A title may hold line breaks: the one that is known says where the head ends.
  if (title !== null && text.startsWith(title + GAP, start)) {
    return { title, length: start + title.length + GAP.length };
  }
  const end = text.indexOf(GAP, start);
  // A title alone is what there is to say, too.
  if (end < 0) return { title: text.slice(start), length: start };
  return { title: text.slice(start, end), length: end + GAP.length };
}

function withoutFooter(content: string, tags: readonly string[]): string {
  const at = tags.length === 0 ? -1 : content.lastIndexOf(FOOTER);
  if (at < 0) return content;
  const named = content.slice(at + FOOTER.length).split(',');
  const same = named.length === tags.length && named.every((tag, index) => tag.trim() === tags[index]);
  return same ? content.slice(0, at) : content;
}

function cutTitle(title: string, mayDerive: boolean, content: string): string {
  if (mayDerive && title.trim() === '') return deriveTitle(content);
  return firstCodePoints(title, MAX_TITLE);
}
