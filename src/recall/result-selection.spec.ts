import { diversified } from './result-selection';

const result = (content: string, score: number) => ({ memory: { content }, score });
const contents = (found: { memory: { content: string } }[]): string[] =>
  found.map(({ memory }) => memory.content);

const NOTES = [
  result('The billing service is deployed on Tuesdays', 0.9),
  result('the billing service is deployed on Tuesdays!', 0.89),
  result('Billing service is deployed on Tuesdays', 0.88),
  result('Rollbacks of billing take ten minutes', 0.5),
];

describe('diversified', () => {
  it('is the order of the scores without diversity', () => {
    expect(contents(diversified(NOTES, 0, 3))).toEqual(contents(NOTES.slice(0, 3)));
  });

  it('takes one of near-identical memories before something else', () => {
    expect(contents(diversified(NOTES, 0.5, 2))).toEqual(
      [NOTES[0], NOTES[3]].map((each) => each!.memory.content),
    );
    expect(diversified(NOTES, 0.5, 10)).toHaveLength(4);
    expect(diversified(NOTES, 1, 1)).toEqual(NOTES.slice(0, 1));
  });

  it('takes memories without words, and none of none', () => {
    expect(diversified([], 0.5, 3)).toEqual([]);
    expect(diversified([result('!!', 0.5), result('??', 0.4)], 0.5, 3)).toHaveLength(2);
  });
});
