import { UnreadableFile } from '../unreadable-file';

/** How much text a file may give. */
export interface TextLimits {
  /** UTF-16 units that every file may. */
  free: number;
  /** Further ones for each of its bytes. */
  perByte: number;
}

/**
 * Rows repeat the names of their columns, and cells the text that they share: of a large table that people write
 * comes ten times its size or so. Made for it, a file of a megabyte gives terabytes.
 */
const TEXT_LIMITS: TextLimits = { free: 67_108_864, perByte: 50 };

/** Ends a file that would fill the store with what it says once and repeats without an end. */
export class TextLimit {
  private left: number;

  constructor(fileBytes: number, { free, perByte }: TextLimits = TEXT_LIMITS) {
    this.left = free + fileBytes * perByte;
  }

  /** Throws `UnreadableFile`. */
  add(text: string): void {
    this.left -= text.length;
    if (this.left < 0) {
      throw new UnreadableFile('The file repeats itself to far more text than a file of its size holds.');
    }
  }
}
