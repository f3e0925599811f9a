import fc from 'fast-check';
import { BackendMessages, PARSED } from './backend-messages';
import { terminated } from './own-messages';

const ROW = Buffer.from('D\0\0\0\x0cE1E1E1E1');

function read(chunks: readonly Buffer[]): Pick<BackendMessages, 'parsed' | 'failed'> {
  const answer = new BackendMessages();
  for (const chunk of chunks) answer.push(chunk);
  return { parsed: answer.parsed, failed: answer.failed };
}

describe('the answers of the engine', () => {
  it('are understood however their bytes come, and whatever is in them', () => {
    const bytes = Buffer.concat([PARSED, ROW, PARSED, ROW]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
        const points = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = points.slice(1).map((point, index) => bytes.subarray(points[index], point));
        expect(read(chunks)).toEqual({ parsed: 2, failed: false });
      }),
    );
  });

  it('tell a failure', () => {
    expect(read([PARSED, terminated('a test')])).toEqual({ parsed: 1, failed: true });
  });
});
