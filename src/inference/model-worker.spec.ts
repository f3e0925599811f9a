import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbedderUnavailable, TextsRefused } from './embedder';
import { ModelWorker } from './model-worker';

/** Answers by what the first text says. */
const SCRIPT = `
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', ({ texts }) => {
    if (texts[0] === 'exit') process.exit(1);
    if (texts[0] === 'throw') throw new Error('out of memory');
    if (texts[0] === 'refuse') parentPort.postMessage({ kind: 'refused', message: 'No' });
    if (texts[0] === 'slow') {
      setTimeout(() => parentPort.postMessage({ kind: 'vectors', vectors: [new Float32Array([1])] }), 50);
    }
    if (texts[0] === 'thread') parentPort.postMessage({ kind: 'vectors', vectors: [new Float32Array([threadId])] });
  });
`;

describe('the thread of a model', () => {
  let directory: string;
  let script: string;
  let worker: ModelWorker;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'model-worker-'));
    script = join(directory, 'script.cjs');
    await writeFile(script, SCRIPT);
    worker = new ModelWorker(script);
  });

  afterEach(async () => {
    await worker.stop();
    await rm(directory, { recursive: true });
  });

  const ask = (text: string) => worker.ask({ folder: '/model', texts: [text] });

  it('answers all questions in one thread', async () => {
    expect(await ask('thread')).toEqual(await ask('thread'));
  });

  it('passes a refusal on', async () => {
    await expect(ask('refuse')).rejects.toThrow(new TextsRefused('No'));
    await expect(ask('refuse')).rejects.toThrow(TextsRefused);
  });

  it.each(['exit', 'throw'])('fails the question at which it dies (%s), and starts again', async (death) => {
    const before = await ask('thread');
    await expect(ask(death)).rejects.toThrow(EmbedderUnavailable);
    expect(await ask('thread')).not.toEqual(before);
  });

  it('ends only when it has answered', async () => {
    const answer = ask('slow');
    await worker.stop();
    expect(await Promise.race([answer, Promise.resolve(null)])).toEqual([new Float32Array([1])]);
  });

  it('is not waited for beyond the time-out', async () => {
    const silent = new ModelWorker(script, 20);
    await silent.ask({ folder: '/model', texts: ['thread'] });
    void silent.ask({ folder: '/model', texts: ['say nothing'] });
    await expect(silent.stop()).resolves.toBeUndefined();
  });

  it('is not available where its script does not start', async () => {
    await expect(new ModelWorker(join(directory, 'none.cjs')).ask({ folder: '', texts: [] })).rejects.toThrow(
      EmbedderUnavailable,
    );
  });

  it('has one question at a time', async () => {
    const first = ask('thread');
    await expect(ask('thread')).rejects.toThrow('has not been answered');
    await first;
  });
});
