import type { NewMemory, WriteTime } from '../../backend/memory';
import { MEMORY_DEFAULTS } from '../../backend/memory-columns';
import { MAX_TITLE } from '../../backend/memory-limits';
import { derivedId } from '../../common/uuid';
import type { Chunk } from '../file-content';
import type { FileRecord } from '../file-record';

/** The memory id of chunk `n`, from 0. Every reading of the file gives the same ids. */
export function chunkId({ createdAt, fileId }: FileRecord, n: number): string {
  return derivedId(createdAt, fileId, n);
}

const CHUNK_SOURCE = 'upload';
const CHUNK_REFERENCE = /^([0-9a-f-]{36})#\d+$/;

/** The file of a chunk; null for other memories. */
export function fileOf({ source, sourceRef }: Pick<NewMemory, 'source' | 'sourceRef'>): string | null {
  return source === CHUNK_SOURCE ? (CHUNK_REFERENCE.exec(sourceRef ?? '')?.[1] ?? null) : null;
}

export function chunkMemory(
  file: FileRecord,
  { text, place }: Chunk,
  n: number,
  createdAt: WriteTime,
): NewMemory {
  return {
    ...MEMORY_DEFAULTS,
    id: chunkId(file, n),
    // A file may be read after the session of its upload has ended.
    sessionId: null,
    title: chunkTitle(file.fileName, place),
    titleDerived: false,
    content: text,
    type: 'artifact',
    confidence: 1,
    source: CHUNK_SOURCE,
    // The chunks of a file are one thread without a name, by this.
    sourceRef: `${file.fileId}#${n}`,
    provenance: 'imported',
    // The person who uploads a file is often not its author.
    trust: 'unverified',
    actorId: file.uploadedBy ?? file.agentId,
    createdAt,
  };
}

/** Code points that the name of the file may always use. */
const NAME_SHARE = 50;
const BETWEEN = ': ';
const LEFT_OUT = '…';

/** The file name and the place, in at most 100 code points: the middle of a long part is left out. */
export function chunkTitle(fileName: string, place: string | null): string {
  const name = oneLine(fileName);
  const where = place === null ? '' : oneLine(place);
  if (where === '') return shortened(name, MAX_TITLE);
  const room = MAX_TITLE - BETWEEN.length;
  const nameRoom = Math.max(NAME_SHARE, room - Array.from(where).length);
  const shownName = shortened(name, Math.min(nameRoom, room));
  return `${shownName}${BETWEEN}${shortened(where, room - Array.from(shownName).length)}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function shortened(text: string, longest: number): string {
  const points = Array.from(text);
  if (points.length <= longest) return text;
  const end = Math.floor((longest - 1) / 2);
  const start = longest - 1 - end;
  return `${points.slice(0, start).join('')}${LEFT_OUT}${points.slice(points.length - end).join('')}`;
}
