import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { PIECE_BYTES } from '../../../retrieval/image-pieces';
import { endianness } from 'node:os';

/** A chunk is missing or not the one that was stored. */
export class DamagedSegment extends Error {}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Longer data is no chunk: Brotli adds a few bytes for each 16 MiB that it cannot compress. */
export const MOST_CHUNK_BYTES = PIECE_BYTES + 1024;

/** The fastest quality: a third of the bytes, in a third of the time that deflate takes (docs/PERFORMANCE.md). */
const QUALITY = 0;

/** Works in a thread of libuv's pool. */
export function chunkOf(piece: Buffer): Promise<Buffer> {
  return compress(piece, {
    chunkSize: PIECE_BYTES,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: piece.length,
    },
  });
}

/** Throws `DamagedSegment` when the data is no chunk. */
export async function pieceOf(data: Uint8Array): Promise<Buffer> {
  const options = { chunkSize: PIECE_BYTES, maxOutputLength: PIECE_BYTES };
  return decompress(data, options).catch((error: Error) => {
    throw new DamagedSegment(`A chunk cannot be unpacked: ${error.message}`);
  });
}

/**
 * Raise it with every change of what an index makes of a text, or of the columns of an index:
 * `segment-chunks-version.spec.ts` fails until then. A segment of another version is not used.
 */
export const SEGMENT_FORM = 5;

/** Unicode and ICU decide where words begin in some scripts; the columns are in the byte order of the machine. */
export function segmentVersion(): string {
  const { unicode = '', icu = '' } = process.versions;
  return `${SEGMENT_FORM} unicode-${unicode} icu-${icu} ${endianness()}`;
}
