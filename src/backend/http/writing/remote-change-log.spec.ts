import { settle } from './remote-change-log';

const change = (id: number, memoryId: string, digest: string | null) => ({ id, memoryId, digest });

describe('open changes', () => {
  const shown = new Map<string, string | null>([
    ['a', 'a2'],
    ['b', 'b0'],
    ['c', null],
  ]);
  const isMade = ({ memoryId, digest }: { memoryId: string; digest: string | null }): boolean =>
    shown.get(memoryId) === digest;

  it('were made when the memory shows them', () => {
    expect(settle([change(1, 'a', 'a2'), change(2, 'c', null)], isMade)).toEqual({
      made: [2, 1],
      lost: [],
    });
  });

  it('are lost when it does not', () => {
    expect(settle([change(1, 'b', 'b1'), change(2, 'b', null)], isMade)).toEqual({
      made: [],
      lost: [2, 1],
    });
  });

  it('were made, too, before one of the same memory that shows, and not after it', () => {
    const open = [change(1, 'a', 'a1'), change(2, 'b', 'b1'), change(3, 'a', 'a2'), change(4, 'a', 'a3')];
    expect(settle(open, isMade)).toEqual({ made: [3, 1], lost: [4, 2] });
  });
});
