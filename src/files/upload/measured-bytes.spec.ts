import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { MeasuredBytes } from './measured-bytes';

const MIB = 1_048_576;

async function measure(parts: readonly Buffer[], maxBytes = 10 * MIB) {
  const measured = new MeasuredBytes(maxBytes);
  const chunks: Buffer[] = [];
  await pipeline(Readable.from(parts), measured, async (stream: AsyncIterable<Buffer>) => {
    for await (const chunk of stream) chunks.push(chunk);
  });
  return { measured, chunks };
}

describe('MeasuredBytes', () => {
  it('passes everything on in chunks of 1 MiB, counted and hashed', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 2 * MIB }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(sizes, async (given) => {
        const parts = [...given, 1].map((size, i) => Buffer.alloc(size, i + 1));
        const all = Buffer.concat(parts);
        const { measured, chunks } = await measure(parts, all.length);
        expect(measured.total).toBe(all.length);
        expect(measured.sha256()).toEqual(createHash('sha256').update(all).digest());
        expect(Buffer.concat(chunks).equals(all)).toBe(true);
        expect(chunks.slice(0, -1).every((chunk) => chunk.length === MIB)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('fails with the limit as soon as there is more', async () => {
    const failure = { code: 'file_too_large', fields: { max_bytes: 10 } };
    await expect(measure([Buffer.alloc(10), Buffer.alloc(1)], 10)).rejects.toMatchObject(failure);
    await expect(measure([Buffer.alloc(10)], 10)).resolves.toBeDefined();
  });

  it('fails at the end of nothing', async () => {
    await expect(measure([])).rejects.toMatchObject({
      issues: [{ loc: ['body', 'file'], msg: 'The file is empty' }],
    });
  });
});
