import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { document } from '../../../../test/support/index-samples';
import { toLanguage } from '../../../common/languages';
import { piecesOf } from '../../../retrieval/image-pieces';
import { MemoryIndex } from '../../../retrieval/memory-index';
import { runToEnd } from '../../../retrieval/time-slices';
import { quantize } from '../../../retrieval/vectors';
import { SEGMENT_FORM, segmentVersion } from './segment-chunks';

const file = path.resolve(__dirname, '../../../../test/fixtures/tokens.json');
const recorded = JSON.parse(readFileSync(file, 'utf8')) as { language: string; text: string }[];

const TURNS = [
  'Ann: shall we meet on 3 May 2024?',
  'Bob: yes, yesterday was too early',
  '[1:56 pm on 8 May, 2023] Ann: hi',
  'User: why? Assistant: because of user_id and camelCase',
];

/** A hash of the images of recorded texts in all languages. */
function digest(): string {
  const hash = createHash('sha256');
  for (const name of new Set(recorded.map(({ language }) => language))) {
    const space = { id: 1, dimensions: 8, mean: 0, deviation: 1 };
    const index = new MemoryIndex(toLanguage(name), space);
    const texts = recorded.filter(({ language }) => language === name).map(({ text }) => text);
    [...texts, ...TURNS].forEach((text, n) =>
      index.upsert(
        document({
          id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
          order: n,
          text,
          tags: n % 2 === 0 ? [] : ['tag', 'other'],
          names: n % 4 === 0 ? ['other name'] : [],
          key: n % 5 === 0 ? 'user.city' : null,
          scope: n % 4 === 0 ? 'user:dana' : null,
          metadata: n % 3 === 0 ? { project: ['atlas'], n } : {},
          group: n % 3 === 0 ? null : `session:${n % 5}`,
          vector: quantize([n, 1, -2, 3, n % 4, -n, 5, 0]),
        }),
      ),
    );
    for (const piece of runToEnd(piecesOf(runToEnd(index.toImage())))) hash.update(piece);
  }
  return hash.digest('hex').slice(0, 16);
}

describe('the version of segments', () => {
  it('belongs to what an index makes of these texts: raise SEGMENT_FORM when the digest changes', () => {
    expect(`${SEGMENT_FORM} ${digest()}`).toBe('5 e3f81a0c15aa567c');
  });

  it('names what else decides about words', () => {
    expect(segmentVersion()).toContain(`unicode-${process.versions.unicode}`);
    expect(segmentVersion()).toContain(`icu-${process.versions.icu}`);
  });
});
