/** Messages of a client that the engine is given together. */
export interface Unit {
  /**
   * What ends it: the first message of a connection, a synchronisation (after which the engine says that it is ready),
   * or a flush (after which it expects more).
   */
  end: 'startup' | 'sync' | 'flush';
  messages: Buffer[];
}

/** What a client sends: a request of the connection that is not for the engine, or work for it. */
export type Request = Unit | { end: 'encryption' } | { end: 'bye' };

const PROTOCOL_3 = 196_608;
/** https://www.postgresql.org/docs/current/protocol-message-formats.html: SSLRequest and GSSENCRequest. */
const ENCRYPTION: ReadonlySet<number> = new Set([80_877_103, 80_877_104]);
const LENGTH_BYTES = 4;
const TYPED_HEADER_BYTES = 5;
const ENDS: Readonly<Record<string, Unit['end']>> = { Q: 'sync', S: 'sync', F: 'sync', H: 'flush' };

/** Cuts the bytes of one client into messages, and holds them back until what belongs together is whole. */
export class FrontendMessages {
  private chunks: Buffer[] = [];
  private size = 0;
  /** So many bytes are needed before there is anything to cut off. */
  private needed = LENGTH_BYTES + LENGTH_BYTES;
  private isStarted = false;
  private open: Buffer[] = [];

  /** Throws on what is no message of the protocol. */
  push(chunk: Buffer): Request[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    const requests: Request[] = [];
    while (this.size >= this.needed) {
      const message = this.cut();
      const request = message && this.requestOf(message);
      if (request) requests.push(request);
    }
    return requests;
  }

  /** The next whole message, or null when more of it is to come. */
  private cut(): Buffer | null {
    const [first] = this.chunks;
    const bytes = first && this.chunks.length === 1 ? first : Buffer.concat(this.chunks);
    const length = this.isStarted ? 1 + bytes.readUInt32BE(1) : bytes.readUInt32BE(0);
    if (length < LENGTH_BYTES) throw new Error('A message that is shorter than its header');
    if (bytes.length < length) {
      this.chunks = [bytes];
      this.needed = length;
      return null;
    }
    this.size -= length;
    this.chunks = this.size > 0 ? [bytes.subarray(length)] : [];
    this.needed = TYPED_HEADER_BYTES;
    return bytes.subarray(0, length);
  }

  private requestOf(message: Buffer): Request | null {
    if (!this.isStarted) return this.opening(message);
    const type = String.fromCharCode(message.readUInt8(0));
    if (type === 'X') return { end: 'bye' };
    this.open.push(message);
    const end = ENDS[type];
    if (!end) return null;
    const messages = this.open;
    this.open = [];
    return { end, messages };
  }

  private opening(message: Buffer): Request {
    const code = message.readUInt32BE(LENGTH_BYTES);
    if (ENCRYPTION.has(code)) {
      this.needed = LENGTH_BYTES + LENGTH_BYTES;
      return { end: 'encryption' };
    }
    // A request to cancel, too: the engine cannot be interrupted.
    if (code !== PROTOCOL_3) return { end: 'bye' };
    this.isStarted = true;
    return { end: 'startup', messages: [message] };
  }
}
