import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capacityFor, capacityTable, DEFAULTS } from './capacity';

const DOCUMENT = join(__dirname, '../../docs/SCALING.md');
/** The cells, whatever the formatter makes of the spaces and rules between them. */
const cellsOf = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => !/^\|[ :|-]+\|$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the capacity table', () => {
  it('stands in the documentation as it is computed', () => {
    const table = /^\| Memories \|[^]*?(?=\n\n)/m.exec(readFileSync(DOCUMENT, 'utf8'))?.[0] ?? '';
    expect(cellsOf(table)).toEqual(cellsOf(capacityTable(DEFAULTS)));
  });

  it('has more replicas where less fits into one', () => {
    const { replicas } = capacityFor(100_000_000, DEFAULTS);
    expect(capacityFor(100_000_000, { ...DEFAULTS, indexMb: 1_024 }).replicas).toBeGreaterThan(replicas);
    expect(capacityFor(100_000_000, { ...DEFAULTS, warm: 1 }).replicas).toBeGreaterThan(replicas);
  });

  it('keeps the replicas of a deployment within what its database accepts', () => {
    const { replicas, databases, connections } = capacityFor(1_000_000_000, DEFAULTS);
    expect(connections).toBe((replicas / databases + 2) * DEFAULTS.pool);
  });

  it('asks more for two standbys, by the copies of the database and not of the replicas', () => {
    const { usdAlone, usdWithStandbys, disk, databaseMemory } = capacityFor(10_000_000, DEFAULTS);
    const copy = databaseMemory * DEFAULTS.usdMemory + disk * DEFAULTS.usdDisk;
    expect(usdWithStandbys - usdAlone).toBeCloseTo(2 * copy);
    expect(capacityFor(10_000_000, { ...DEFAULTS, usdDisk: 1 }).usdAlone).toBeGreaterThan(usdAlone);
  });
});
