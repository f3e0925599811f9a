import fc from 'fast-check';
import { EventsTooLong } from '../../../inference/server-events';
import { readRunEvents } from './run-events';

async function eventsOf(chunks: readonly Uint8Array[]) {
  async function* body() {
    for (const chunk of chunks) {
      await Promise.resolve();
      yield chunk;
    }
  }
  const events = [];
  for await (const event of readRunEvents(body())) events.push(event);
  return events;
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('server-sent events', () => {
  it('are read the same however the stream is cut and its lines end', async () => {
    const event = fc.record({
      event: fc.constantFrom('status', 'message', 'done'),
      data: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 5 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat({ max: 200 })),
        async (events, end, cuts) => {
          const lines = events.flatMap(({ event, data }) => [
            ': alive',
            `event: ${event}`,
            `data:${JSON.stringify(data)}`,
            '',
          ]);
          const whole = bytes(lines.map((line) => line + end).join(''));
          const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
          const chunks = places.slice(1).map((place, i) => whole.subarray(places[i], place));
          const expected = events.map(({ event, data }) => ({
            event,
            data: JSON.parse(JSON.stringify(data)) as unknown,
          }));
          expect(await eventsOf(chunks)).toEqual(expected);
        },
      ),
    );
  });

  it('may have data in several lines, data that is no JSON, and no name', async () => {
    const text = 'data: one\ndata: two\n\nid: 7\nretry: 10\n\nevent: status\ndata\n\n';
    expect(await eventsOf([bytes(text)])).toEqual([
      { event: 'message', data: 'one\ntwo' },
      { event: 'status', data: '' },
    ]);
  });

  it('are dropped where the stream ends within one', async () => {
    expect(await eventsOf([bytes('event: done\ndata: {}\n')])).toEqual([]);
  });

  it('are not read without an end', async () => {
    const chunk = bytes('x'.repeat(1_024 * 1_024));
    await expect(eventsOf(Array<Uint8Array>(20).fill(chunk))).rejects.toThrow(EventsTooLong);
  });
});
