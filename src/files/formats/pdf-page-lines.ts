import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api';
import type { PdfLine } from './pdf-lines';

/** Items further apart than this part of their height have a space between them. */
const SPACE_GAP = 0.2;
/** Items on one line differ less than this part of their height. */
const SAME_LINE = 0.5;
/** A line that is longer is cut. */
const MAX_LINE_LENGTH = 10_000;

interface Placed {
  text: string;
  left: number;
  right: number;
  y: number;
  height: number;
}

function place({ str, transform, width, height }: TextItem): Placed {
  const [, , , , x, y] = transform as number[];
  const left = x ?? 0;
  return { text: str, left, right: left + width, y: y ?? 0, height };
}

/** Puts the items of a page, which may be parts of words, together to lines. */
export class PageLines {
  private readonly lines: PdfLine[] = [];
  private line: PdfLine | null = null;

  /** Marks between the items, of the structure of the page, are left out. */
  addAll(items: TextContent['items']): void {
    for (const item of items) if ('str' in item) this.add(item);
  }

  private add(item: TextItem): void {
    const placed = place(item);
    if (placed.text !== '') this.append(placed);
    const isLong = (this.line?.text.length ?? 0) > MAX_LINE_LENGTH;
    if (item.hasEOL || isLong) this.endLine();
  }

  /** The lines since the last call; the last one is then complete. */
  take(): PdfLine[] {
    this.endLine();
    return this.lines.splice(0);
  }

  private append(item: Placed): void {
    const { line } = this;
    if (line === null || Math.abs(line.y - item.y) > Math.max(line.height, item.height, 1) * SAME_LINE) {
      this.endLine();
      this.line = { ...item };
      return;
    }
    const isApart = item.left - line.right > item.height * SPACE_GAP;
    const hasSpace = line.text.endsWith(' ') || item.text.startsWith(' ');
    line.text += isApart && !hasSpace ? ` ${item.text}` : item.text;
    line.right = Math.max(line.right, item.right);
    // A lone space has no height.
    line.height = Math.max(line.height, item.height);
  }

  private endLine(): void {
    const text = this.line?.text.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (this.line !== null && text !== '') this.lines.push({ ...this.line, text });
    this.line = null;
  }
}
