const HEADER_BYTES = 5;
const ERROR = 'E'.charCodeAt(0);
const PARSE_COMPLETE = '1'.charCodeAt(0);

/** ParseComplete, as the engine sends it. */
export const PARSED = Buffer.from([PARSE_COMPLETE, 0, 0, 0, 4]);

/** Follows the answers of the engine, which come in pieces of any length, to know how a unit of messages went. */
export class BackendMessages {
  /** Statements that were parsed. */
  parsed = 0;
  failed = false;
  private header = Buffer.alloc(0);
  /** Bytes of the message under way that are still to come. */
  private rest = 0;

  push(piece: Uint8Array): void {
    let at = 0;
    while (at < piece.length) {
      if (this.rest > 0) {
        const step = Math.min(this.rest, piece.length - at);
        this.rest -= step;
        at += step;
        continue;
      }
      const taken = piece.subarray(at, at + HEADER_BYTES - this.header.length);
      this.header = Buffer.concat([this.header, taken]);
      at += taken.length;
      if (this.header.length === HEADER_BYTES) this.begin();
    }
  }

  private begin(): void {
    const [type] = this.header;
    if (type === PARSE_COMPLETE) this.parsed += 1;
    if (type === ERROR) this.failed = true;
    // The length counts itself, but not the type.
    this.rest = this.header.readUInt32BE(1) + 1 - HEADER_BYTES;
    this.header = Buffer.alloc(0);
  }
}
