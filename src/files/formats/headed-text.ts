import type { Section } from '../section';
import { HeadingPath } from './heading-path';
import { SectionText } from './section-text';

/** Gathers the sections of a text with headings: one a heading, which begins with the heading itself. */
export class HeadedText {
  private readonly path = new HeadingPath();
  private readonly ready: { text: string; place: string | null }[] = [];
  private place: string | null = null;
  private readonly text = new SectionText((text) => this.ready.push({ text, place: this.place }));

  addHeading(level: number, text: string): void {
    this.startSection(level, text);
    if (text !== '') this.text.appendLine(text);
  }

  /** A section under a place of its own, such as front matter. */
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

  /** What is complete since the last call. */
  take(progress: number): Section[] {
    return this.ready.splice(0).map(({ text, place }) => ({ text, place, group: place ?? '', progress }));
  }
}
