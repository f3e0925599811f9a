export interface ServerSentEvent {
  event: string;
  data: string;
}

/** The events of a stream, or of a part of it that ends with a whole event. Comments are left out. */
export function eventsIn(text: string): ServerSentEvent[] {
  const blocks = text.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'));
  return blocks.map((block) => {
    const fields = block.split('\n').map((line) => /^([^:]*): ?(.*)$/.exec(line)?.slice(1) ?? []);
    return Object.fromEntries(fields);
  });
}
