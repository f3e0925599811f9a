import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { MEMORY_TYPES } from '../backend/memory';
import { INSTRUCTION_TEMPLATE, isNewer, isOutdated, VERSION_FORM } from './instruction-template';

describe('a version', () => {
  it.each([
    ['1.0.1', '1.0.0'],
    ['1.1.0', '1.0.9'],
    ['2.0.0', '1.9.9'],
    ['1.10.0', '1.9.0'],
  ])('%s is newer than %s', (newer, older) => {
    expect(isNewer(newer, older)).toBe(true);
    expect(isNewer(older, newer)).toBe(false);
  });

  it('orders all versions', () => {
    const number = fc.integer({ min: 0, max: 12 });
    const version = fc.tuple(number, number, number).map((numbers) => numbers.join('.'));
    fc.assert(
      fc.property(version, version, (one, other) => {
        expect([isNewer(one, other), isNewer(other, one)].filter(Boolean)).toHaveLength(
          one === other ? 0 : 1,
        );
      }),
    );
  });

  it.each(['', '1', '1.0', '1.0.0.0', 'v1.0.0', '1.0.x', '1.0.1234567', '1.0.0\n'])('is not %j', (text) => {
    expect(VERSION_FORM.regex.test(text)).toBe(false);
  });
});

describe('a template', () => {
  it.each([
    [null, true],
    ['0.9.0', true],
    ['1.0.0', false],
    ['1.0.1', false],
  ])('of which %j is installed is outdated at 1.0.0: %j', (installed, outdated) => {
    expect(isOutdated(installed, '1.0.0')).toBe(outdated);
  });
});

describe('the instruction template', () => {
  it('has a version of its own for each text', () => {
    expect(INSTRUCTION_TEMPLATE.version).toMatch(VERSION_FORM.regex);
    const digest = createHash('sha256').update(INSTRUCTION_TEMPLATE.text).digest('hex').slice(0, 16);
    expect([INSTRUCTION_TEMPLATE.version, digest]).toEqual(['1.1.0', '068c2e28bf6a4a9f']);
  });

  it('names every type of memory and no other', () => {
    const table = INSTRUCTION_TEMPLATE.text.split('\n').filter((line) => line.startsWith('| `'));
    const named = table.flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(named.sort()).toEqual([...MEMORY_TYPES].sort());
  });
});
