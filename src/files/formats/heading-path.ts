/** The headings that stand over a text: `Setup > Linux`. */
export class HeadingPath {
  private headings: { level: number; text: string }[] = [];

  /** A heading ends those of its level and below. */
  enter(level: number, text: string): void {
    this.headings = this.headings.filter((heading) => heading.level < level);
    if (text !== '') this.headings.push({ level, text });
  }

  /** Null before the first heading. */
  get place(): string | null {
    return this.headings.length === 0 ? null : this.headings.map(({ text }) => text).join(' > ');
  }
}
