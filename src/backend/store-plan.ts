import { contentKey } from './fingerprints';
import { normalizeContent, sameContent, type NewMemory } from './memory';
import { edited, type MemoryEdit } from './memory-edit';
import type { StoreOptions, StoreOutcome } from './memory-store';
import { distinctNames, referenceOf, scopedText, type ScopedName } from '../common/scoped-name';
import { checkValidTimes } from './valid-time';

export interface Stored {
  /** The ids of the memories that count as duplicates, by `duplicateKey`. */
  duplicates: ReadonlyMap<string, string>;
  /** The newest active memory of each reference that the upserts name, by `scopedText`. */
  references: ReadonlyMap<string, NewMemory>;
  /** The content keys of the contents that were deleted for good. */
  deleted: ReadonlySet<string>;
}

export interface StorePlan {
  /** One for each memory given, in order. */
  outcomes: StoreOutcome[];
  inserts: NewMemory[];
  /** By the ids of existing memories. */
  edits: ReadonlyMap<string, MemoryEdit>;
}

/** What memories of one type and scope share that say the same. */
export function duplicateKey(memory: Pick<NewMemory, 'type' | 'content' | 'scope'>): string {
  return scopedText({ name: `${memory.type} ${sameContent(memory.content)}`, scope: memory.scope });
}

/** The references of the memories that are upserts, each once. */
export function upsertedReferences(memories: readonly NewMemory[], { upserts }: StoreOptions): ScopedName[] {
  const upserted = memories.filter(({ id }) => upserts?.edits.has(id));
  return distinctNames(upserted.flatMap((memory) => referenceOf(memory) ?? []));
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
    const duplicate = this.options.dedupe ? this.duplicates.get(duplicateKey(memory)) : undefined;
    if (duplicate !== undefined) return { action: 'duplicate', id: duplicate, type };
    if (this.options.refuseDeleted && this.isDeleted(memory)) return { action: 'rejected', id, type };
    return this.insert(memory);
  }

  private upsert(memory: NewMemory, edit: MemoryEdit): StoreOutcome {
    const { id, type } = memory;
    const reference = referenceOf(memory);
    const target = reference === null ? undefined : this.references.get(scopedText(reference));
    const isSaid = target && normalizeContent(target.content) === normalizeContent(memory.content);
    if (!isSaid && asksForDeleted(this.options) && this.isDeleted(memory))
      return { action: 'rejected', id, type };
    return target ? this.update(target, edit) : this.insert(memory);
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
    const { id, type, confidence, provenance } = memory;
    this.refer(memory);
    const inserted = this.inserts.findIndex((each) => each.id === id);
    if (inserted >= 0) this.inserts[inserted] = memory;
    else this.edits.set(id, merged(this.edits.get(id), edit));
    return { action: 'update', id, type, confidence, provenance };
  }

  private refer(memory: NewMemory): void {
    const reference = referenceOf(memory);
    if (reference !== null) this.references.set(scopedText(reference), memory);
  }

  private isDeleted({ content }: NewMemory): boolean {
    return this.stored.deleted.has(contentKey(content));
  }
}

/** Two edits of one memory as one. */
function merged(earlier: MemoryEdit | undefined, later: MemoryEdit): MemoryEdit {
  if (earlier === undefined) return later;
  const given = Object.entries(later).filter(([, value]) => value !== null);
  return { ...earlier, ...(Object.fromEntries(given) as Partial<MemoryEdit>) };
}
