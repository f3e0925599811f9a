import { Env } from '../config/env';
import { ReleaseMarks } from './release-marks.service';

const marksOf = (SERVICE_SECRET_KEY: string) =>
  new ReleaseMarks(Object.assign(new Env(), { SERVICE_SECRET_KEY }));
const marks = marksOf('a secret of thirty-two characters');

const line = (fields: object) => `${JSON.stringify({ kind: 'memory', confidence: 0.9, ...fields })}\n`;
const read = (text: string) => JSON.parse(text) as Record<string, unknown>;
const RELEASED = { id: 'm', content: 'X', trust: 'trusted', trust_reasons: ['addresses_model'] };

describe('marks of released memories', () => {
  it('are in the lines of these only', async () => {
    const others = [
      line({ ...RELEASED, trust: 'quarantined' }),
      line({ ...RELEASED, trust_reasons: [] }),
      line({ content: '"trust_reasons":["x"]', trust: 'trusted', trust_reasons: [] }),
      line({ ...RELEASED, trust_reasons: [], history: [{ former: { trust_reasons: ['x'] } }] }),
    ];
    const text = await marks.marked(others.join('') + line(RELEASED));
    const lines = text.split('\n');
    expect(lines.slice(0, 4).map((each) => `${each}\n`)).toEqual(others);
    const { released, ...rest } = read(lines[4] ?? '');
    expect(released).toMatch(/^[0-9a-f]{64}$/);
    expect([rest, lines.slice(5)]).toEqual([read(line(RELEASED)), ['']]);
  });

  it('count for the line as it was exported, by this service', async () => {
    const fields = read(await marks.marked(line(RELEASED)));
    expect(await marks.isReleased(fields)).toBe(true);
    expect(await marks.isReleased(Object.fromEntries(Object.entries(fields).reverse()))).toBe(true);
    for (const changed of [{ content: 'Y' }, { id: 'n' }, { namespace: 'other' }, { history: [] }]) {
      expect(await marks.isReleased({ ...fields, ...changed })).toBe(false);
    }
    const others = marksOf('another secret of thirty-two letters');
    expect(await others.isReleased(fields)).toBe(false);
  });

  it.each([undefined, null, true, 1, '', 'zz', 'ab', ['ab'], 'f'.repeat(64)])(
    'are none: %j',
    async (released) => {
      expect(await marks.isReleased({ ...RELEASED, released })).toBe(false);
    },
  );
});
