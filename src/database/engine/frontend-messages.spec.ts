import fc from 'fast-check';
import { FrontendMessages, type Request } from './frontend-messages';
import { query, sync } from './own-messages';

const words = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
};
const SSL = words(8, 80_877_103);
const GSS = words(8, 80_877_104);
const STARTUP = Buffer.concat([words(8 + 11, 196_608), Buffer.from('user\0name\0\0')]);
const BYE = Buffer.from('X\0\0\0\x04');
const FLUSH = Buffer.from('H\0\0\0\x04');
const PARSE = Buffer.concat([Buffer.from('P'), words(4 + 14), Buffer.from('q1\0SELECT 1\0\0\0')]);

function read(chunks: readonly Buffer[]): Request[] {
  const messages = new FrontendMessages();
  return chunks.flatMap((chunk) => messages.push(chunk));
}

describe('the messages of a client', () => {
  const sent = [SSL, GSS, STARTUP, query('SELECT 1'), PARSE, sync(), PARSE, FLUSH, sync(), BYE];
  const expected = [
    { end: 'encryption' },
    { end: 'encryption' },
    { end: 'startup', messages: [STARTUP] },
    { end: 'sync', messages: [query('SELECT 1')] },
    { end: 'sync', messages: [PARSE, sync()] },
    { end: 'flush', messages: [PARSE, FLUSH] },
    { end: 'sync', messages: [sync()] },
    { end: 'bye' },
  ];

  it('are put together however their bytes come', () => {
    const bytes = Buffer.concat(sent);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
        const points = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = points.slice(1).map((point, index) => bytes.subarray(points[index], point));
        expect(read(chunks)).toEqual(expected);
      }),
    );
  });

  it('are held back until what ends them has come', () => {
    expect(read([STARTUP, PARSE, PARSE])).toHaveLength(1);
  });

  it('end with a request to cancel, which the engine cannot do', () => {
    expect(read([words(16, 80_877_102, 1, 2)])).toEqual([{ end: 'bye' }]);
  });

  it('are refused when they are none', () => {
    expect(() => read([STARTUP, Buffer.from('Q\0\0\0\0')])).toThrow('shorter');
  });
});
