import { takenOf } from './settlement';

const change = (id: number, memoryId: string, digest: string | null) => ({ id, memoryId, digest });

describe('open changes', () => {
  const shown = new Map<string, string | null>([
    ['a', 'a2'],
    ['b', 'b0'],
    ['c', null],
  ]);
  const isMade = ({ memoryId, digest }: { memoryId: string; digest: string | null }): boolean =>
    shown.get(memoryId) === digest;

  it('were taken when the memory is what they make', () => {
    expect(takenOf([change(1, 'a', 'a2'), change(2, 'c', null)], isMade)).toEqual({
      taken: [2, 1],
      lost: [],
    });
  });

  it('are lost when it is not', () => {
    expect(takenOf([change(1, 'b', 'b1'), change(2, 'b', null)], isMade)).toEqual({
      taken: [],
      lost: [2, 1],
    });
  });

  it('were taken, too, before one of the same memory that was, and not after it', () => {
    const open = [change(1, 'a', 'a1'), change(2, 'b', 'b1'), change(3, 'a', 'a2'), change(4, 'a', 'a3')];
    expect(takenOf(open, isMade)).toEqual({ taken: [3, 1], lost: [4, 2] });
  });
});
