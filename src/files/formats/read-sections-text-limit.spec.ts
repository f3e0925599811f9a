import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSections } from './read-sections';

describe('the text of a file', () => {
  it('has a limit, however often a small file repeats it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'amplified-'));
    try {
      const file = path.join(folder, 'paths.json');
      const [opened, closed] = [`{"${'k'.repeat(100)}":`.repeat(150), '}'.repeat(150)];
      await writeFile(file, `[${opened}{${Array(60_000).fill('"a":1').join(',')}}${closed}]`);
      let length = 0;
      const read = async () => {
        for await (const { text } of readSections(file, 'paths.json')) length += text.length;
      };
      await expect(read()).rejects.toThrow(
        'The file repeats itself to far more text than a file of its size holds.',
      );
      expect(length).toBeLessThan(200_000_000);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
