import { seededRandom } from '../random';
import { MIXED_KINDS, RequestMix, type MixedRequest } from './request-mix';
import { madeUpTexts } from './text-source';

const DAY_MS = 86_400_000;
const span = { from: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 0, 31) };
const agents = Array.from({ length: 5 }, (_, at) => ({ path: `/api/v2/agents/a${at}`, token: `t${at}` }));

function draw(count: number, seed = 1): MixedRequest[] {
  const random = seededRandom(seed);
  const mix = new RequestMix(agents, madeUpTexts(random), span, random);
  return Array.from({ length: count }, () => mix.next());
}

describe('RequestMix', () => {
  it('draws the same requests for the same seed', () => {
    expect(draw(50)).toEqual(draw(50));
    expect(draw(50, 2)).not.toEqual(draw(50));
  });

  it('draws 70 % recalls, 20 % remembers and 10 % listings, for every agent', () => {
    const requests = draw(10_000);
    const shares = MIXED_KINDS.map(
      (kind) => requests.filter((request) => request.kind === kind).length / 10_000,
    );
    const away = [0.7, 0.2, 0.1].map((share, at) => Math.abs(share - (shares[at] ?? 0)));
    expect(Math.max(...away)).toBeLessThan(0.02);
    expect(new Set(requests.map(({ token }) => token)).size).toBe(agents.length);
  });

  it('asks with the token of the agent in the path', () => {
    expect(draw(200).every(({ path, token }) => path.startsWith(`/api/v2/agents/a${token.slice(1)}/`))).toBe(
      true,
    );
  });

  it('draws all four listings, of instants within what lies there', () => {
    const listings = draw(2_000).filter(({ kind }) => kind === 'listing');
    const names = listings.map(({ path }) => path.replace(/^.*\/recall\//, ''));
    expect([...new Set(names)].sort()).toEqual(['all', 'as-of', 'changed-since', 'recent']);
    const instants = listings.flatMap(({ body }) => {
      const { as_of, since } = JSON.parse(body) as { as_of?: string; since?: string };
      return [as_of, since].flatMap((text) => (text === undefined ? [] : [Date.parse(text)]));
    });
    expect(instants.length).toBeGreaterThan(0);
    expect(Math.min(...instants)).toBeGreaterThanOrEqual(span.from);
    expect(Math.max(...instants)).toBeLessThan(span.until);
    const latest = listings.filter(({ path }) => path.endsWith('changed-since'));
    const since = latest.map(({ body }) => Date.parse((JSON.parse(body) as { since: string }).since));
    expect(Math.min(...since)).toBeGreaterThanOrEqual(span.until - DAY_MS);
  });
});
