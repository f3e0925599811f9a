import { endianness } from 'node:os';

/**
 * Raise it with every change of what an index makes of a text, or of the columns of an index: `segment-version.spec.ts`
 * fails until then. A segment of another version is not used.
 */
export const SEGMENT_FORM = 1;

/** Unicode and ICU decide where words begin in some scripts; the columns are in the byte order of the machine. */
export function segmentVersion(): string {
  const { unicode = '', icu = '' } = process.versions;
  return `${SEGMENT_FORM} unicode-${unicode} icu-${icu} ${endianness()}`;
}
