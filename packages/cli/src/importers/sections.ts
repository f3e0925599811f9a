/** A part of a Markdown text: what follows a heading, up to the next one. */
export interface Section {
  /** The headings that it is under, outermost first: `Deployment › Staging`; null before the first heading. */
  heading: string | null;
  /** Names the section in its text; empty before the first heading. */
  slug: string;
  text: string;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The sections with text, in their order. Headings in fenced code are none. */
export function sectionsOf(markdown: string): Section[] {
  const reader = new SectionReader();
  for (const line of markdown.split(/\r?\n/)) reader.take(line);
  return reader.sections.flatMap((each) => {
    const text = each.text.trim();
    return text === '' ? [] : [{ ...each, text }];
  });
}

class SectionReader {
  readonly sections: Section[] = [{ heading: null, slug: '', text: '' }];
  private readonly slugs = new Map<string, number>();
  private readonly path: { level: number; title: string }[] = [];
  /** The characters that opened the fence; null outside of one. */
  private fence: string | null = null;

  take(line: string): void {
    this.followFence(line);
    const [, marks, title] = this.fence === null ? (HEADING.exec(line) ?? []) : [];
    const current = this.sections.at(-1);
    if (marks !== undefined && title !== undefined) this.begin(marks.length, withoutClosing(title));
    else if (current) current.text += `${line}\n`;
  }

  private begin(level: number, title: string): void {
    while ((this.path.at(-1)?.level ?? 0) >= level) this.path.pop();
    this.path.push({ level, title });
    const heading = this.path.map((each) => each.title).join(' › ');
    this.sections.push({ heading, slug: unique(slugOf(title), this.slugs), text: '' });
  }

  private followFence(line: string): void {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) return;
    if (this.fence === null) this.fence = mark;
    else if (mark.startsWith(this.fence) && line.trim() === mark) this.fence = null;
  }
}

/** `## Title ##` */
function withoutClosing(title: string): string {
  return title.replace(/[ \t]#+[ \t]*$/, '').trim();
}

function slugOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'section'
  );
}

/** The second section of a name is `name-2`. */
function unique(slug: string, slugs: Map<string, number>): string {
  const count = (slugs.get(slug) ?? 0) + 1;
  slugs.set(slug, count);
  return count === 1 ? slug : `${slug}-${count}`;
}
