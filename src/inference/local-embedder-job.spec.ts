import fc from 'fast-check';
import { EmbeddingJob } from './local-embedder';

const texts = fc.array(fc.string(), { maxLength: 80 });
const vectorOf = (text: string) => Float32Array.of(text.length);

/** Works on the job as the model does: on some of the texts offered, at least one. */
function embedSlice(job: EmbeddingJob, count: number): void {
  job.fill(job.next().slice(0, Math.max(1, count)).map(vectorOf));
}

describe('a job', () => {
  it('gets the vector of every text, in order, however many a slice takes', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(40), { minLength: 1 }), async (all, counts) => {
        fc.pre(all.length > 0);
        const job = new EmbeddingJob('/model', all);
        for (let slice = 0; !job.isOver; slice++) embedSlice(job, counts[slice % counts.length]!);
        expect(await job.vectors).toEqual(all.map(vectorOf));
      }),
    );
  });

  it('offers short texts first, which need no padding to the length of long ones', () => {
    expect(new EmbeddingJob('/model', ['ccc', 'a', 'bb']).next()).toEqual(['a', 'bb', 'ccc']);
  });

  it('keeps what was finished when it is rejected', async () => {
    const job = new EmbeddingJob('/model', ['bb', 'a']);
    embedSlice(job, 1);
    job.reject(new Error('late'));
    await expect(job.vectors).rejects.toThrow('late');
    expect([...job.finished]).toEqual([[1, Float32Array.of(1)]]);
    expect(job.isOver).toBe(true);
  });
});
