/** A part of a Markdown text: what follows a heading, up to the next one. */
export interface Section {
  /** The headings that it is under, outermost first: `Deployment › Staging`; null before the first heading. */
  heading: string | null;
  /** Names the section in its text; empty before the first heading. */
  slug: string;
  text: string;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
/** A line that is bold as a whole, as Claude writes the headings of its memory. */
const BOLD_HEADING = /^ {0,3}\*\*([^*]+)\*\*:?[ \t]*$/;
/** Below every heading with marks. */
const BOLD_LEVEL = 7;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The sections with text, in their order. Headings in fenced code are none. `bold`: bold lines are headings, too. */
export function sectionsOf(markdown: string, { bold = false } = {}): Section[] {
  const reader = new SectionReader(bold);
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
  private readonly bold: boolean;

  constructor(bold: boolean) {
    this.bold = bold;
  }

  take(line: string): void {
    this.followFence(line);
    const heading = this.fence === null ? this.headingIn(line) : null;
    const current = this.sections.at(-1);
    if (heading !== null) this.begin(heading.level, heading.title);
    else if (current) current.text += `${line}\n`;
  }

  private headingIn(line: string): { level: number; title: string } | null {
    const [, marks, title] = HEADING.exec(line) ?? [];
    if (marks !== undefined && title !== undefined)
      return { level: marks.length, title: withoutClosing(title) };
    const bold = this.bold ? BOLD_HEADING.exec(line)?.[1]?.trim() : undefined;
    return bold ? { level: BOLD_LEVEL, title: bold.replace(/:$/, '') } : null;
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
