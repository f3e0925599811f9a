import type { NewMemory } from '../../backend/memory';
import { derivedId } from '../../common/derived-id';
import type { Chunk } from '../chunk';
import type { FileRecord } from '../file-record';
import { chunkTitle } from './chunk-title';

/** The id of the memory that the `n`th chunk of a file is, from 0: the same however often the file is read. */
export function chunkId({ createdAt, fileId }: FileRecord, n: number): string {
  return derivedId(createdAt, fileId, n);
}

export function chunkMemory(file: FileRecord, { text, place }: Chunk, n: number): NewMemory {
  return {
    id: chunkId(file, n),
    // It is read at its own time, maybe after that session: what a session remembered does not grow by it.
    sessionId: null,
    title: chunkTitle(file.fileName, place),
    titleDerived: false,
    content: text,
    type: 'artifact',
    confidence: 1,
    tags: [],
    source: 'upload',
    sourceRef: `${file.fileId}#${n}`,
    provenance: 'imported',
    actorId: file.agentId,
    createdAt: file.createdAt,
  };
}
