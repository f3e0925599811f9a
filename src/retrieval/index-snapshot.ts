import type { Language } from '../common/languages';
import type { FeedCursor } from './change-feed';
import { ImageAssembly, piecesOf } from './image-pieces';
import type { FollowedIndex, SegmentDrift } from './index-follower';
import { MemoryIndex } from './memory-index';
import type { VectorSpace } from './vectors';

/** A copy of an index, in pieces. */
export interface IndexSnapshot {
  pieces: Buffer[];
  cursor: FeedCursor;
  language: Language;
  /** That of the vectors, as it was when the index was built. */
  space: VectorSpace | null;
  drift: SegmentDrift;
  /** `SegmentDrift.changes` at the moment of the copy. */
  changes: number;
  /** Whether terms of replaced or removed documents are in it. */
  hasDead: boolean;
}

/** During its pauses the index must not be changed. */
export function* snapshotOf({ index, cursor, drift }: FollowedIndex): Generator<void, IndexSnapshot> {
  const { changes } = drift;
  const { language, space, hasDead } = index;
  const pieces = yield* piecesOf(yield* index.toImage());
  return { pieces, cursor, language, space, drift, changes, hasDead };
}

/** The pieces of the same index without dead documents. Takes the given ones away one by one, to save memory. */
export function* piecesWithoutDead({ pieces, language, space }: IndexSnapshot): Generator<void, Buffer[]> {
  const assembly = new ImageAssembly();
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    assembly.add(piece);
    yield;
  }
  const index = yield* MemoryIndex.ofImage(language, space, assembly.end());
  const compacted = yield* index.compacted();
  return yield* piecesOf(yield* compacted.toImage());
}
