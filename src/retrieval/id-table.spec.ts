import fc from 'fast-check';
import { IdTable } from './id-table';

const ids = fc.array(fc.oneof(fc.uuid(), fc.uuid(), fc.string({ maxLength: 3 })), { maxLength: 300 });

describe('IdTable', () => {
  it('finds the last ordinal of each id, and the id of each ordinal', () => {
    fc.assert(
      fc.property(ids, ids, (given, others) => {
        const table = new IdTable();
        const last = new Map<string, number>();
        const all = [...given, ...given.slice(0, 3)];
        all.forEach((id, at) => {
          expect(table.add(id)).toBe(at);
          last.set(id, at);
        });
        all.forEach((id, at) => expect([table.textAt(at), table.find(id)]).toEqual([id, last.get(id)]));
        for (const id of others) expect(table.find(id)).toBe(last.get(id) ?? null);
      }),
    );
  });

  it('orders ids as texts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.uuid(), { maxLength: 20 }), ids), (given) => {
        const table = new IdTable();
        for (const id of given) table.add(id);
        const ordinals = given.map((_, at) => at).sort((a, b) => table.compare(a, b));
        expect(ordinals.map((at) => table.textAt(at))).toEqual(given.toSorted((a, b) => (a < b ? -1 : 1)));
      }),
    );
  });

  it('does not take the same UUID in capitals for another spelling', () => {
    const table = new IdTable();
    table.add('01A1FBE8-A769-7ACD-B011-DA2FBFE1A62F');
    expect(table.find('01a1fbe8-a769-7acd-b011-da2fbfe1a62f')).toBeNull();
  });

  it('holds many ids that differ in few bits', () => {
    const table = new IdTable();
    const idOf = (n: number): string => `01a1fbe8-a769-7acd-b011-${n.toString(16).padStart(12, '0')}`;
    for (let n = 0; n < 5000; n++) table.add(idOf(n));
    for (let n = 0; n < 5000; n++) expect(table.find(idOf(n))).toBe(n);
    expect(table.bytes / 5000).toBeLessThan(60);
  });
});
