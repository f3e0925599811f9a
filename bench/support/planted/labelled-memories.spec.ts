import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readLabelledMemories } from './labelled-memories';

describe('the labelled memories', () => {
  it('are 60 attacks and 300 harmless ones, each once, in two halves', async () => {
    const memories = await readLabelledMemories();
    expect(new Set(memories.map(({ text }) => text)).size).toBe(memories.length);
    const count = (isPlanted: boolean, half: string) =>
      memories.filter((each) => each.isPlanted === isPlanted && each.half === half).length;
    expect(count(true, 'development') + count(true, 'held-out')).toBe(60);
    expect(count(false, 'development') + count(false, 'held-out')).toBe(300);
    for (const half of ['development', 'held-out']) {
      expect(count(true, half)).toBeGreaterThan(20);
      expect(count(false, half)).toBeGreaterThan(120);
    }
  });

  it('name where each attack is from', async () => {
    const folder = resolve(__dirname, '../../data');
    const sources = JSON.parse(await readFile(resolve(folder, 'planted-sources.json'), 'utf8')) as object;
    const lines = (await readFile(resolve(folder, 'planted-attacks.jsonl'), 'utf8')).trim().split('\n');
    const named = new Set(lines.map((line) => (JSON.parse(line) as { source: string }).source));
    expect([...named].sort()).toEqual(Object.keys(sources).sort());
  });
});
