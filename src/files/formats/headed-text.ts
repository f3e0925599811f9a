import type { Section } from '../file-content';
import { SectionText } from './section-text';

/** Collects the sections of a text with headings: one section for each heading, which is its first line. */
export class HeadedText {
  private readonly path = new HeadingPath();
  private readonly ready: { text: string; place: string | null }[] = [];
  private place: string | null = null;
  private readonly text = new SectionText((text) => this.ready.push({ text, place: this.place }));

  addHeading(level: number, text: string): void {
    this.startSection(level, text);
    if (text !== '') this.text.appendLine(text);
  }

  /** Starts a section without a heading line, such as front matter. */
  startSection(level: number, place: string): void {
    this.text.end();
    this.path.enter(level, place);
    this.place = this.path.place;
  }

  addLine(line: string): void {
    this.text.appendLine(line);
  }

  end(): void {
    this.text.end();
  }

  /** The sections completed since the last call. */
  take(progress: number): Section[] {
    return this.ready.splice(0).map(({ text, place }) => ({ text, place, group: place ?? '', progress }));
  }
}

/** The headings above a text: `Setup > Linux`. */
class HeadingPath {
  private headings: { level: number; text: string }[] = [];

  enter(level: number, text: string): void {
    this.headings = this.headings.filter((heading) => heading.level < level);
    if (text !== '') this.headings.push({ level, text });
  }

  /** Null before the first heading. */
  get place(): string | null {
    return this.headings.length === 0 ? null : this.headings.map(({ text }) => text).join(' > ');
  }
}
