import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Section } from '../file-content';

const fixtures = path.resolve(__dirname, '../../../test/fixtures/files');

interface Answer {
  sections?: Section[];
  failure?: string;
}

async function answerFor(file: string): Promise<Answer> {
  const worker = new Worker(path.join(fixtures, 'sections.worker.ts'), { workerData: file });
  try {
    const [answer] = (await once(worker, 'message')) as [Answer];
    return answer;
  } finally {
    await worker.terminate();
  }
}

const read = (name: string) => answerFor(path.join(fixtures, name));

const observations = [
  '1 Observations',
  '',
  'The barometer fell during the whole of the afternoon, and the observers understood that an extraordinarily ' +
    'uncharacteristic meteorological disturbance was approaching from the northwestern mountains. Nobody had ' +
    'anticipated that the difficulties of communication would interrupt the correspondence between the stations.',
  '',
  'A second paragraph is short: efficient fish find the well-known office.',
  '',
  '1',
].join('\n');

describe('sections of a PDF', () => {
  it('are its pages, with lines and divided words put together', async () => {
    expect(await read('paper.pdf')).toEqual({
      sections: [
        { text: observations, place: 'page 1', group: 'page 1', progress: 0.5 },
        {
          text: '2 Results\n\nOn the second page the rainfall was 42 millimetres.\n\n2',
          place: 'page 2',
          group: 'page 2',
          progress: 1,
        },
      ],
    });
  });

  it('keep short lines, such as rows of a table, apart', async () => {
    const { sections } = await read('handbook.pdf');
    expect(sections).toHaveLength(1);
    expect(sections?.[0]?.text).toContain(
      'Contacts\n\nName Role Phone\nAda Byron Keeper 555 0101\nÉmile Zola Driver 555 0102\n\nOn holidays',
    );
  });

  it('come out of a file that is only protected against printing', async () => {
    const { sections } = await read('no-printing.pdf');
    expect(sections?.map(({ place }) => place)).toEqual(['page 1', 'page 2']);
  });
});

describe('a PDF that cannot be read', () => {
  it.each([
    ['encrypted.pdf', 'The PDF is protected by a password.'],
    ['truncated.pdf', 'The PDF is damaged and cannot be read.'],
    [
      'scan.pdf',
      'The PDF has no text, only images, such as scanned pages. Recognize its text (OCR) and upload it again.',
    ],
  ])('%s says why', async (name, reason) => {
    expect(await read(name)).toEqual({ failure: `UnreadableFile: ${reason}` });
  });

  it('says so when there is nothing behind the mark', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pdf-'));
    const file = path.join(folder, 'mark.pdf');
    await writeFile(file, '%PDF-1.7\nnothing else');
    try {
      expect(await answerFor(file)).toEqual({
        failure: 'UnreadableFile: The PDF is damaged and cannot be read.',
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
