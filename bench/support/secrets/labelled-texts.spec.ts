import { labelledText, readLabelled } from './labelled-texts';

describe('labelledText', () => {
  it('draws the values and takes the marks away', () => {
    const { text, secrets } = labelledText({ kind: 'env', text: 'A=«x[h8]» and B=«two words»' });
    expect(text).toMatch(/^A=x[0-9a-f]{8} and B=two words$/);
    expect(secrets.map(({ start, end }) => text.slice(start, end))).toEqual([text.slice(2, 11), 'two words']);
  });

  it('draws the same again, and another for another text', () => {
    const draw = (text: string): string => labelledText({ kind: 'env', text }).text;
    expect(draw('[u]')).toBe(draw('[u]'));
    expect(draw('a [h40]').slice(2)).not.toBe(draw('b [h40]').slice(2));
  });

  it('leaves other brackets as they are', () => {
    expect(labelledText({ kind: 'env', text: '[INFO] a[0] [redacted]' }).text).toBe('[INFO] a[0] [redacted]');
  });
});

describe('the labelled sets', () => {
  it.each([
    ['secrets.jsonl', 300],
    ['secrets-none.jsonl', 700],
  ])('%s has %i texts, about half of them held out', async (file, count) => {
    const texts = await readLabelled(file);
    const heldOut = texts.filter(({ half }) => half === 'held-out').length / count;
    expect(texts).toHaveLength(count);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(count);
    expect(Math.abs(heldOut - 0.5)).toBeLessThan(0.08);
    const hasSecret = file === 'secrets.jsonl';
    expect(texts.filter(({ secrets }) => secrets.length > 0 !== hasSecret)).toEqual([]);
  });
});
