import { RulesJudge } from './rules-judge';
import type { JudgedMemory } from './verdict';

function memory(content: string): JudgedMemory {
  return { content, title: content, type: 'fact', createdAt: new Date('2026-05-10T10:00:00Z') };
}

const [berlin, munich, cats] = [
  'The user lives in Berlin.',
  'The user lives in Munich.',
  'The user has cats.',
].map(memory) as [JudgedMemory, JudgedMemory, JudgedMemory];

describe('RulesJudge', () => {
  it('answers every pair in its place, and says that rules did', async () => {
    const pairs = [
      { older: berlin, newer: cats },
      { older: berlin, newer: munich },
      { older: cats, newer: cats },
    ];
    const { verdicts, generatedBy } = await new RulesJudge().judgePairs(pairs, new AbortController().signal);
    expect(verdicts.map((verdict) => verdict?.type ?? null)).toEqual([null, 'contradiction', 'duplicate']);
    expect(generatedBy).toBe('rules');
  });

  it('lets the event loop turn while it judges many', async () => {
    const pairs = Array.from({ length: 2_000 }, (_, at) => ({
      older: memory(`The limit of queue ${at} is ${at} jobs.`),
      newer: memory(`The limit of queue ${at} is ${at + 1} jobs.`),
    }));
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await new RulesJudge().judgePairs(pairs, new AbortController().signal);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
  });

  it('ends with the reason of its signal', async () => {
    const pairs = Array.from({ length: 5_000 }, () => ({ older: { ...berlin }, newer: { ...munich } }));
    const abort = new AbortController();
    const judging = new RulesJudge().judgePairs(pairs, abort.signal);
    abort.abort(new Error('gone'));
    await expect(judging).rejects.toThrow('gone');
    await expect(new RulesJudge().judgePairs([], abort.signal)).rejects.toThrow('gone');
  });
});
