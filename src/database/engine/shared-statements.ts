/** Bytes for the engine, and what its answer must look like to the client. */
export interface Segment {
  /** The client is told first that a statement was parsed, which another one had prepared before. */
  tellsParsed: boolean;
  bytes: Buffer;
  /** Names in the engine of the statements that `bytes` prepares, in order. */
  prepares: string[];
}

const HEADER_BYTES = 5;
const STATEMENT = 'S'.charCodeAt(0);

/**
 * The statements that are prepared in the engine, whose one session all connections share: one for a text and the
 * types of its parameters, whoever prepared it, so that they are as many as there are texts, and stay.
 */
export class SharedStatements {
  private readonly names = new Map<string, string>();
  private readonly prepared = new Set<string>();

  nameOf(text: Buffer): string {
    const key = text.toString('latin1');
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const name = `s${this.names.size}`;
    this.names.set(key, name);
    return name;
  }

  isPrepared(name: string): boolean {
    return this.prepared.has(name);
  }

  notePrepared(names: readonly string[]): void {
    for (const name of names) this.prepared.add(name);
  }
}

/** What one connection calls the prepared statements, and what they are called in the engine. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  constructor(private readonly shared: SharedStatements) {}

  /** The messages with the names of the engine, and without preparing what is prepared already. */
  translate(messages: readonly Buffer[]): Segment[] {
    const segments: Segment[] = [];
    let tellsParsed = false;
    let kept: Buffer[] = [];
    let prepares: string[] = [];
    const coming = new Set<string>();
    const close = () => segments.push({ tellsParsed, bytes: Buffer.concat(kept), prepares });
    for (const message of messages) {
      const name = this.preparedBy(message);
      if (name !== null && (this.shared.isPrepared(name) || coming.has(name))) {
        if (kept.length > 0 || tellsParsed) close();
        [tellsParsed, kept, prepares] = [true, [], []];
      } else {
        if (name !== null) {
          prepares.push(name);
          coming.add(name);
        }
        kept.push(this.renamed(message));
      }
    }
    close();
    return segments;
  }

  /** The engine's name of the statement that a message prepares by a name; null for any other message. */
  private preparedBy(message: Buffer): string | null {
    if (typeOf(message) !== 'P') return null;
    const [name, end] = stringAt(message, HEADER_BYTES);
    if (name === '') return null;
    const shared = this.shared.nameOf(message.subarray(end));
    this.names.set(name, shared);
    return shared;
  }

  private renamed(message: Buffer): Buffer {
    switch (typeOf(message)) {
      case 'P':
        return this.renamedAt(message, HEADER_BYTES);
      case 'B':
        return this.renamedAt(message, stringAt(message, HEADER_BYTES)[1]);
      case 'D':
        return message[HEADER_BYTES] === STATEMENT ? this.renamedAt(message, HEADER_BYTES + 1) : message;
      case 'C':
        return message[HEADER_BYTES] === STATEMENT ? this.closed(message) : message;
      default:
        return message;
    }
  }

  /** The statement stays, for the others: the engine closes one that is not there, which is no error. */
  private closed(message: Buffer): Buffer {
    const [name] = stringAt(message, HEADER_BYTES + 1);
    this.names.delete(name);
    return this.renamedAt(message, HEADER_BYTES + 1);
  }

  private renamedAt(message: Buffer, at: number): Buffer {
    const [name, end] = stringAt(message, at);
    if (name === '') return message;
    const shared = Buffer.from(`${this.names.get(name) ?? `unknown ${name}`}\0`);
    const renamed = Buffer.concat([message.subarray(0, at), shared, message.subarray(end)]);
    renamed.writeUInt32BE(renamed.length - 1, 1);
    return renamed;
  }
}

function typeOf(message: Buffer): string {
  return String.fromCharCode(message[0] ?? 0);
}

/** A string that ends in a null byte, and where the next field begins. */
function stringAt(message: Buffer, at: number): [text: string, end: number] {
  const end = message.indexOf(0, at);
  if (end === -1) throw new Error('A message with a name that does not end');
  return [message.toString('utf8', at, end), end + 1];
}
