interface Text {
  title: string;
  content: string;
}

/** A content up to this length is shown as its own title. */
const SHORT = 160;
/** The most that a list shows of a content. */
const PREVIEW = 400;

/** Whether the title is only the beginning of the content, as it is when the service derives it. */
export function isDerived({ title, content }: Text): boolean {
  return line(content).startsWith(stemOf(title));
}

/** What a list shows of a memory: a title, and the beginning of what it does not say. */
export function headOf(text: Text): { title: string; rest: string } {
  const { title, content } = text;
  if (!isDerived(text)) return { title, rest: line(content).slice(0, PREVIEW) };
  if (content.length <= SHORT) return { title: content, rest: '' };
  const rest = line(content).slice(stemOf(title).length).trim();
  return { title, rest: rest === '' ? '' : `…${rest.slice(0, PREVIEW)}` };
}

/** Derived titles are cut after some characters, or lack the last punctuation mark. */
function stemOf(title: string): string {
  return title.replace(/(\.\.\.|…)$/, '').trim();
}

/** The beginning of a content in one line: a list needs no more of it. */
function line(content: string): string {
  return content
    .slice(0, 3 * PREVIEW)
    .replace(/\s+/g, ' ')
    .trim();
}
