import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, crc32 } from 'node:zlib';
import { PIECE_BYTES } from '../../../retrieval/image-pieces';
import { endianness } from 'node:os';

export interface SegmentChunk {
  data: Buffer;
  checksum: number;
}

/** A chunk is missing or not the one that was stored. */
export class DamagedSegment extends Error {}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** The fastest quality: a third of the bytes, in a third of the time that deflate takes (docs/PERFORMANCE.md). */
const QUALITY = 0;

/** Works in a thread of libuv's pool. */
export async function chunkOf(piece: Buffer): Promise<SegmentChunk> {
  const data = await compress(piece, {
    chunkSize: PIECE_BYTES,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: piece.length,
    },
  });
  return { data, checksum: crc32(data) };
}

/** Throws `DamagedSegment` for other bytes than those of the checksum. */
export async function pieceOf(data: Uint8Array, checksum: number): Promise<Buffer> {
  if (crc32(data) !== checksum) throw new DamagedSegment('A chunk has another checksum');
  return decompress(data, { chunkSize: PIECE_BYTES, maxOutputLength: PIECE_BYTES });
}

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
