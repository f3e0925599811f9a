import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../file-content';

export interface OpenTag {
  kind: 'open';
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** Names are without their prefixes, which programs choose freely. */
export type XmlEvent = OpenTag | { kind: 'close'; name: string } | { kind: 'text'; text: string };

/** Bytes read without an event: no document has a text that long in one element. */
const MAX_SILENCE = 32_000_000;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
const damaged = () => new UnreadableFile('The file is damaged: its XML cannot be read.');

/** The events of an XML text, in batches. Throws `UnreadableFile`, also for a document type (entity expansion). */
export async function* xmlEvents(pieces: AsyncIterable<Buffer>): AsyncGenerator<XmlEvent[]> {
  let events: XmlEvent[] = [];
  const parser = parserInto((event) => events.push(event));
  const decoder = new TextDecoder();
  let silence = 0;
  for await (const piece of pieces) {
    silence += piece.length;
    write(() => parser.write(decoder.decode(piece, { stream: true })));
    if (events.length > 0) silence = 0;
    if (silence > MAX_SILENCE) throw damaged();
    yield events;
    events = [];
  }
  write(() => parser.write(decoder.decode()).close());
  yield events;
}

function write(step: () => unknown): void {
  try {
    step();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged();
  }
}

function parserInto(emit: (event: XmlEvent) => unknown): SaxesParser {
  const parser = new SaxesParser({ position: false });
  parser.on('doctype', () => {
    throw new UnreadableFile('The file is refused: its XML declares a document type.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const plain = Object.entries(attributes).map(([key, value]) => [localName(key), String(value)]);
    emit({
      kind: 'open',
      name: localName(name),
      attributes: Object.fromEntries(plain) as Record<string, string>,
    });
  });
  parser.on('closetag', ({ name }) => emit({ kind: 'close', name: localName(name) }));
  parser.on('text', (text) => emit({ kind: 'text', text }));
  parser.on('cdata', (text) => emit({ kind: 'text', text }));
  parser.on('error', () => {
    throw damaged();
  });
  return parser;
}
