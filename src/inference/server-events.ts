const LINE_END = /\r\n|\n|\r/;

/** The data of server-sent events (WHATWG HTML, section 9.2.6). An event without a closing empty line is dropped. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line !== '') {
      const [, value] = /^data:? ?(.*)$/s.exec(line) ?? [];
      if (value !== undefined) data.push(value);
      continue;
    }
    if (data.length > 0) yield data.join('\n');
    data = [];
  }
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    // A return at the end may be the first half of a CRLF.
    const isOpen = rest.endsWith('\r');
    const lines = (isOpen ? rest.slice(0, -1) : rest).split(LINE_END);
    rest = `${lines.pop() ?? ''}${isOpen ? '\r' : ''}`;
    yield* lines;
  }
}
