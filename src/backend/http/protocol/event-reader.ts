import type { RemoteRunEvent } from './backend-api';

const MAX_CHARACTERS = 16 * 1_024 * 1_024;
const LINE_END = /\r\n|\n|\r/;

/** A stream of events is larger than any should be. */
export class EventsTooLong extends Error {}

/**
 * Server-sent events (WHATWG HTML, section 9.2.6). Data that is JSON is read as such. An event that is not ended by an
 * empty line is dropped, as the standard says.
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<RemoteRunEvent> {
  const lines = new EventLines();
  for await (const line of linesOf(body)) {
    const event = lines.push(line);
    if (event !== null) yield event;
  }
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let characters = 0;
  let endedInReturn = false;
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw new EventsTooLong('its events do not end');
    // The line end before this chunk had another half.
    rest += endedInReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') endedInReturn = text.endsWith('\r');
    const lines = rest.split(LINE_END);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

class EventLines {
  private event = '';
  private data: string[] = [];

  /** The event that this line ends; null for none. */
  push(line: string): RemoteRunEvent | null {
    if (line === '') return this.end();
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'event') this.event = value;
    if (name === 'data') this.data.push(value);
    return null;
  }

  private end(): RemoteRunEvent | null {
    const { event, data } = this;
    this.event = '';
    this.data = [];
    if (data.length === 0 && event === '') return null;
    return { event: event === '' ? 'message' : event, data: dataOf(data.join('\n')) };
  }
}

function dataOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
