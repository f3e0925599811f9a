/** The lines of a stream of UTF-8 text, without their ends. Holds one line at a time. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** A server-sent event; `data` is its JSON. */
export interface ServerEvent {
  event: string;
  data: unknown;
  /** Null where it has none. */
  id: string | null;
}

/** The events of a stream of server-sent events, whose data is JSON on one line. */
export async function* eventsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let event = '';
  let data = '';
  let id: string | null = null;
  for await (const line of linesOf(pieces)) {
    if (line === '') {
      if (data !== '') yield { event, data: JSON.parse(data) as unknown, id };
      event = data = '';
      id = null;
    } else if (line.startsWith('event:')) event = line.slice(6).trim();
    else if (line.startsWith('id:')) id = line.slice(3).trim();
    else if (line.startsWith('data:')) data += line.slice(5).trim();
  }
}
