import fc from 'fast-check';
import { MessageReader } from './engine-server';

function typed(type: string, text: string): Buffer {
  const message = Buffer.alloc(5 + text.length, text, 'latin1');
  message.write(type);
  message.writeUInt32BE(4 + text.length, 1);
  message.write(text, 5, 'latin1');
  return message;
}

function startup(code = 196_608): Buffer {
  const message = Buffer.alloc(13);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(code, 4);
  return message;
}

describe('a reader of messages', () => {
  it('returns whole messages, however the bytes are cut', () => {
    const sent = [startup(), typed('Q', 'SELECT 1\0'), typed('P', 'x'.repeat(300)), typed('S', '')];
    const bytes = Buffer.concat(sent);
    const ends = sent.map((_, i) => Buffer.concat(sent.slice(0, i + 1)).length);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (cuts) => {
        const reader = new MessageReader();
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        let received = 0;
        for (let i = 1; i < at.length; i += 1) {
          received += reader.push(bytes.subarray(at[i - 1], at[i])).length;
          expect([0, ...ends]).toContain(received);
        }
        expect(received).toBe(bytes.length);
      }),
    );
  });

  it('ends at the message with which a client terminates', () => {
    const reader = new MessageReader();
    const query = typed('Q', 'SELECT 1\0');
    const messages = reader.push(Buffer.concat([startup(), query, typed('X', '')]));
    expect(messages.equals(Buffer.concat([startup(), query]))).toBe(true);
    expect(reader.isTerminated).toBe(true);
  });

  it('refuses bytes that are not of the protocol', () => {
    expect(() => new MessageReader().push(Buffer.from('GET / HTTP/1.1'.padEnd(2 ** 10)))).not.toThrow();
    expect(() => new MessageReader().push(startup(80_877_102))).toThrow('does not start a session');
    const started = new MessageReader();
    started.push(startup());
    expect(() => started.push(Buffer.from([81, 0, 0, 0, 1]))).toThrow('shorter than its header');
  });
});
