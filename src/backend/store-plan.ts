import { isDeepStrictEqual } from 'node:util';
import { contentKey } from './fingerprints';
import { isQuarantined } from './judged-memory';
import { normalizeContent, sameContent, type NewMemory } from './memory';
import { changedFields, edited, type MemoryEdit } from './memory-edit';
import type { StoreOptions, StoreOutcome } from './memory-store';
import { referenceOf, scopedText, type ScopedName } from '../common/scoped-name';
import { checkValidTimes } from './valid-time';

export interface Stored {
  /** The ids of the memories that count as duplicates, by `duplicateKey`. */
  duplicates: ReadonlyMap<string, string>;
  /** The newest active memory of each reference that the upserts name, by `targetText`. */
  references: ReadonlyMap<string, NewMemory>;
  /** The content keys of the contents that were deleted for good. */
  deleted: ReadonlySet<string>;
}

export const NOTHING_STORED: Stored = {
  duplicates: new Map(),
  references: new Map(),
  deleted: new Set(),
};

export interface StorePlan {
  /** One for each memory given, in order. */
  outcomes: StoreOutcome[];
  inserts: NewMemory[];
  /** By the ids of existing memories. */
  edits: ReadonlyMap<string, MemoryEdit>;
}

/** A reference, of memories that are recalled or of those that wait for a review. */
export interface UpsertReference extends ScopedName {
  isWaiting: boolean;
}

/** The key that duplicates share: type, scope, content, and whether they wait for a review. */
export function duplicateKey(memory: Pick<NewMemory, 'type' | 'content' | 'scope' | 'trust'>): string {
  const said = { name: `${memory.type} ${sameContent(memory.content)}`, scope: memory.scope };
  return textOf({ ...said, isWaiting: isQuarantined(memory) });
}

/** The key of a memory in `Stored.references`; null without a reference. */
export function targetText(memory: Pick<NewMemory, 'sourceRef' | 'scope' | 'trust'>): string | null {
  const reference = referenceOf(memory);
  return reference && textOf({ ...reference, isWaiting: isQuarantined(memory) });
}

export function textOf({ isWaiting, ...reference }: UpsertReference): string {
  return `${isWaiting ? WAITING : ''}${scopedText(reference)}`;
}

/** No name or scope begins with it. */
const WAITING = '\0\0';

/** The references of the memories that are upserts, each once; for a quarantined one also those of memories that wait. */
export function upsertedReferences(
  memories: readonly NewMemory[],
  { upserts }: StoreOptions,
): UpsertReference[] {
  const references = memories.flatMap((memory) => {
    const reference = upserts?.edits.has(memory.id) ? referenceOf(memory) : null;
    if (reference === null) return [];
    const kinds = isQuarantined(memory) ? [false, true] : [false];
    return kinds.map((isWaiting) => ({ ...reference, isWaiting }));
  });
  return [...new Map(references.map((each) => [textOf(each), each])).values()];
}

/** Whether the store must know which contents were deleted for good. */
export function asksForDeleted({ refuseDeleted, upserts }: StoreOptions): boolean {
  return (refuseDeleted ?? false) || (upserts?.refuseDeleted ?? false);
}

/**
 * Decides what becomes of each memory. Those stored before it in the same call count as stored: an upsert of a reference
 * that an earlier one has changes that one before it is inserted.
 */
export function planStore(memories: readonly NewMemory[], options: StoreOptions, stored: Stored): StorePlan {
  const planning = new Planning(options, stored);
  const outcomes = memories.map((memory) => planning.add(memory));
  return { outcomes, inserts: planning.inserts, edits: planning.edits };
}

class Planning {
  readonly inserts: NewMemory[] = [];
  readonly edits = new Map<string, MemoryEdit>();
  private readonly duplicates: Map<string, string>;
  private readonly references: Map<string, NewMemory>;

  constructor(
    private readonly options: StoreOptions,
    private readonly stored: Stored,
  ) {
    this.duplicates = new Map(stored.duplicates);
    this.references = new Map(stored.references);
  }

  add(memory: NewMemory): StoreOutcome {
    const edit = this.options.upserts?.edits.get(memory.id);
    return edit ? this.upsert(memory, edit) : this.store(memory);
  }

  private store(memory: NewMemory): StoreOutcome {
    const { id, type } = memory;
    const duplicate = this.options.dedupe ? this.duplicateOf(memory) : null;
    if (duplicate !== null) return { action: 'duplicate', ...duplicate, type };
    if (this.options.refuseDeleted && this.isDeleted(memory)) return { action: 'rejected', id, type };
    return this.insert(memory);
  }

  /** A stored memory that waits for a review keeps out only memories that must wait too. */
  private duplicateOf(memory: NewMemory): Pick<StoreOutcome, 'id' | 'trust'> | null {
    const recalled = this.duplicates.get(duplicateKey({ ...memory, trust: 'trusted' }));
    if (recalled !== undefined) return { id: recalled };
    const waiting = isQuarantined(memory) ? this.duplicates.get(duplicateKey(memory)) : undefined;
    return waiting === undefined ? null : { id: waiting, trust: memory.trust };
  }

  private upsert(memory: NewMemory, edit: MemoryEdit): StoreOutcome {
    const { id, type } = memory;
    const released = this.released(memory, edit);
    if (released !== undefined) return { action: 'update', ...shownOf(released) };
    const target = this.references.get(targetText(memory) ?? '');
    const isSaid = target && normalizeContent(target.content) === normalizeContent(memory.content);
    if (!isSaid && asksForDeleted(this.options) && this.isDeleted(memory))
      return { action: 'rejected', id, type };
    return target ? this.update(target, edit) : this.insert(memory);
  }

  /** A memory that a person released and that says all of a planted upsert already: it needs no second review. */
  private released(memory: NewMemory, edit: MemoryEdit): NewMemory | undefined {
    const reference = isQuarantined(memory) ? referenceOf(memory) : null;
    const target = reference === null ? undefined : this.references.get(scopedText(reference));
    const isSaid = (name: keyof NewMemory & keyof MemoryEdit) =>
      OF_REVIEW.has(name) || isDeepStrictEqual(edit[name], target?.[name]);
    return target && changedFields(edit).every(({ name }) => isSaid(name)) ? target : undefined;
  }

  private insert(memory: NewMemory): StoreOutcome {
    const { id, type } = memory;
    this.duplicates.set(duplicateKey(memory), id);
    this.refer(memory);
    this.inserts.push(memory);
    return { action: 'store', id, type };
  }

  private update(target: NewMemory, edit: MemoryEdit): StoreOutcome {
    const memory = edited(target, edit);
    if (edit.validFrom !== null || edit.validTo !== null) checkValidTimes(memory);
    const { id } = memory;
    this.refer(memory);
    const inserted = this.inserts.findIndex((each) => each.id === id);
    if (inserted >= 0) this.inserts[inserted] = memory;
    else this.edits.set(id, merged(this.edits.get(id), edit));
    return { action: 'update', ...shownOf(memory) };
  }

  private refer(memory: NewMemory): void {
    const text = targetText(memory);
    if (text !== null) this.references.set(text, memory);
  }

  private isDeleted({ content }: NewMemory): boolean {
    return this.stored.deleted.has(contentKey(content));
  }
}

const OF_REVIEW: ReadonlySet<string> = new Set(['trust', 'trustReasons']);

/** The fields of an updated memory that an outcome shows. */
function shownOf({ id, type, confidence, provenance, trust }: NewMemory) {
  return { id, type, confidence, provenance, trust };
}

/** Two edits of one memory as one. */
function merged(earlier: MemoryEdit | undefined, later: MemoryEdit): MemoryEdit {
  if (earlier === undefined) return later;
  const given = Object.entries(later).filter(([, value]) => value !== null);
  return { ...earlier, ...(Object.fromEntries(given) as Partial<MemoryEdit>) };
}
