import type { Section } from '../section';
import { HeadedText } from './headed-text';
import { isHeader } from './table-rows';
import type { XmlEvent } from './xml-events';

/** At the end of a footnote mammoth links back to where it belongs. */
const BACK_LINK = '↑';

interface Table {
  /** Empty for a table without one; null until it is known. */
  header: readonly string[] | null;
  /** The first row, held until a second one follows: only then it may be a header. */
  first: readonly string[] | null;
  cells: string[];
}

/** Gathers sections of the HTML that mammoth makes of a document. */
export class DocxText {
  private readonly sections = new HeadedText();
  private line = '';
  private listDepth = 0;
  /** Tables inside of a cell are its text. */
  private tableDepth = 0;
  private table: Table = { header: null, first: null, cells: [] };

  add(event: XmlEvent): void {
    if (event.kind === 'text') this.line += event.text === BACK_LINK ? '' : event.text;
    else if (event.kind === 'open') this.open(event.name);
    else this.close(event.name);
  }

  end(): void {
    this.endLine();
    this.sections.end();
  }

  /** What is complete since the last call. */
  take(progress: number): Section[] {
    return this.sections.take(progress);
  }

  private open(name: string): void {
    if (name === 'br') this.line += this.tableDepth > 0 ? ' ' : '\n';
    if (name === 'ul' || name === 'ol') this.openList();
    if (name === 'li' && this.tableDepth === 0) this.startItem();
    if (name === 'table') this.openTable();
  }

  private close(name: string): void {
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined && this.tableDepth === 0) return this.endHeading(Number(level));
    if (name === 'ul' || name === 'ol') this.listDepth -= 1;
    if (name === 'p' || name === 'li' || level !== undefined) this.endLine();
    if (this.tableDepth === 1) this.closeInTable(name);
    if (name === 'table') this.tableDepth -= 1;
  }

  private openList(): void {
    if (this.tableDepth === 0) this.endLine();
    this.listDepth += 1;
  }

  private startItem(): void {
    this.endLine();
    this.line = `${'  '.repeat(Math.max(0, this.listDepth - 1))}- `;
  }

  private openTable(): void {
    if (this.tableDepth === 0) {
      this.endLine();
      this.table = { header: null, first: null, cells: [] };
    }
    this.tableDepth += 1;
  }

  private closeInTable(name: string): void {
    if (name === 'td' || name === 'th') {
      this.table.cells.push(this.line.replaceAll(/\s+/g, ' ').trim());
      this.line = '';
    }
    if (name === 'tr') this.endRow();
    if (name === 'table' && this.table.first !== null) this.writeRow(this.table.first);
  }

  private endRow(): void {
    const { cells, first, header } = this.table;
    this.table.cells = [];
    if (header !== null) return this.writeRow(cells);
    if (first === null) {
      this.table.first = cells;
      return;
    }
    const isNamed = first.length === cells.length && first.every((cell) => cell !== '');
    const names = isNamed && isHeader({ cells: first }, false) ? first : [];
    if (names.length === 0) this.writeRow(first);
    this.table.header = names;
    this.table.first = null;
    this.writeRow(cells);
  }

  /** With the names of a header `Name: Ada; Born: 1815`, without one `Ada | 1815`. */
  private writeRow(cells: readonly string[]): void {
    const { header } = this.table;
    const isNamed = header !== null && header.length > 0;
    const filled = cells
      .map((cell, index) => (isNamed && cell !== '' ? `${header[index] ?? ''}: ${cell}` : cell))
      .filter((cell) => cell !== '');
    if (filled.length > 0) this.sections.addLine(filled.join(isNamed ? '; ' : ' | '));
  }

  private endHeading(level: number): void {
    const text = this.line.replaceAll(/\s+/g, ' ').trim();
    this.line = '';
    if (text !== '') this.sections.addHeading(level, text);
  }

  private endLine(): void {
    // In a table the line goes on until the end of the cell.
    if (this.tableDepth > 0) {
      this.line += ' ';
      return;
    }
    if (/[^\s-]/.test(this.line)) this.sections.addLine(this.line.trimEnd());
    this.line = '';
  }
}
