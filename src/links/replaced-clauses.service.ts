import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { deriveTitle, type Act, type Memory, type NewMemory } from '../backend/memory';
import { NO_EDIT } from '../backend/memory-edit';
import { memoryNotFound } from '../backend/memory-limits';
import { MemoryStore } from '../backend/memory-store';
import { subjectOf, type ReplacedClause, withoutClause } from '../backend/replaced-clause';
import { MAX_TAG, MAX_TAGS } from '../common/field-rules';
import { invalid } from '../common/validation-error';

interface Splitting {
  act: Act;
  /** Of the field in the request. */
  path: readonly (string | number)[];
}

/** Takes a clause out of a memory, so that one part of it can end while the rest holds. */
@Injectable()
export class ReplacedClauses {
  constructor(private readonly memories: MemoryStore) {}

  /**
   * The memory that holds the clause alone: a new one, or the same one when it says nothing else. Belongs into a unit of
   * work. Throws `memory_not_found`; a validation error when the content does not have the text.
   */
  async split(namespace: string, { id, text }: ReplacedClause, { act, path }: Splitting): Promise<Memory> {
    const memory = await this.memories.find(namespace, id.toLowerCase());
    if (memory === null) throw memoryNotFound(id);
    const content = withoutClause(memory.content, text);
    if (content === null) throw notSaid([...path, 'supersedes'], text);
    if (content === '') return memory;
    await this.memories.edit(namespace, memory.id, { ...NO_EDIT, content }, act);
    const clause = clauseOf(memory, text.trim(), act);
    await this.memories.store(namespace, [clause], { dedupe: false, isScreened: true });
    const stored = await this.memories.find(namespace, clause.id);
    if (stored === null) throw memoryNotFound(clause.id);
    return stored;
  }
}

/** About the same as the whole, from when that was known on. */
function clauseOf(whole: Memory, content: string, { at, sessionId, by }: Act): NewMemory {
  const { status: _, expiredAt: _at, expiredBy: _by, updatedAt: _updated, ...about } = whole;
  return {
    ...about,
    id: uuidv7(),
    sessionId,
    actorId: by,
    title: deriveTitle(content),
    titleDerived: true,
    content,
    names: namesOf(whole, content),
    key: null,
    sourceRef: null,
    validFrom: whole.validFrom ?? whole.createdAt,
    validTo: null,
    supersededBy: null,
    createdAt: at,
  };
}

/** A clause without its subject is found by it none the less. */
function namesOf({ content, names }: Memory, clause: string): string[] {
  const subject = subjectOf(content, clause);
  if (subject === null || subject.length > MAX_TAG || names.includes(subject)) return [...names];
  return [...names, subject].slice(0, MAX_TAGS);
}

function notSaid(path: readonly (string | number)[], text: string): Error {
  return invalid(
    ['body', ...path],
    'Value error, the memory does not say this: copy a part of its content',
    text,
  );
}
