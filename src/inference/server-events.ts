const LINE_END = /\r\n|\n|\r/;

interface ServerEvent {
  /** Empty without a name. */
  event: string;
  /** Null without a data line. */
  data: string | null;
}

/** The stream of events exceeds its size limit. */
export class EventsTooLong extends Error {}

/** Server-sent events (WHATWG HTML, section 9.2.6). An event without a closing empty line is dropped. */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  maxCharacters = Infinity,
): AsyncIterable<ServerEvent> {
  let event = '';
  let data: string[] = [];
  for await (const line of linesOf(body, maxCharacters)) {
    if (line !== '') {
      const [, name, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (name === 'event') event = value;
      if (name === 'data') data.push(value);
      continue;
    }
    if (event !== '' || data.length > 0) yield { event, data: data.length > 0 ? data.join('\n') : null };
    event = '';
    data = [];
  }
}

async function* linesOf(body: AsyncIterable<Uint8Array>, maxCharacters: number): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let characters = 0;
  let endedInReturn = false;
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    characters += text.length;
    if (characters > maxCharacters) throw new EventsTooLong('its events do not end');
    // The chunk starts with the second half of a CRLF.
    rest += endedInReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') endedInReturn = text.endsWith('\r');
    const lines = rest.split(LINE_END);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
