import { DomainError } from '../../../common/domain-error';
import { propertyOf, isObject } from '../../../common/objects';
import { readTolerantJson } from '../../../inference/model-text';
import type { BackendConflict, ConflictRun } from '../../memory-search';
import { namespaceNotFound } from '../../memory-store';
import {
  RemoteNotFound,
  type BackendApi,
  type RemoteRun,
  type RemoteRunEvent,
} from '../protocol/backend-api';
import { firstBytes } from '../../../common/text';
import { fenced, fencedRow, fenceRule } from '../../../inference/fence';
import { memoryText, type Memory } from '../../memory';

export class BackendConflicts {
  constructor(private readonly api: Pick<BackendApi, 'runConflicts'>) {}

  /** Null if the backend has no detection. Throws BackendUnavailable, AgentNotFound, or the reason of the signal. */
  async find(namespace: string, run: ConflictRun): Promise<BackendConflict[] | null> {
    const { date, memories, signal } = run;
    signal.throwIfAborted();
    const prompt = conflictPrompt(date, memories);
    const text = await this.run({ namespace, date, prompt }, run);
    signal.throwIfAborted();
    if (text === null) return null;
    const found = readConflicts(readTolerantJson(text));
    if (found === null) {
      throw new DomainError('BackendUnavailable', 'The conflicts from the backend could not be read');
    }
    return found;
  }

  private async run(request: RemoteRun, run: ConflictRun): Promise<string | null> {
    const onEvent = (event: RemoteRunEvent): void => {
      const progress = progressOf(event);
      if (progress !== null) run.tell(progress.step, progress.message);
    };
    try {
      return await this.api.runConflicts(request, onEvent, run.signal);
    } catch (error) {
      run.signal.throwIfAborted();
      throw error instanceof RemoteNotFound ? namespaceNotFound(request.namespace) : error;
    }
  }
}

interface RunProgress {
  step: 'search' | 'detect';
  message: string;
}

/** Phases of a `status` event during the search for memories. */
const SEARCHING: readonly unknown[] = ['loading', 'listing_memories', 'searching', 'similarity'];

/** The progress that an event reports; null for none. Texts of the backend are not repeated. */
function progressOf({ event, data }: RemoteRunEvent): RunProgress | null {
  switch (event) {
    case 'run_started':
      return { step: 'search', message: 'The backend looks for conflicts' };
    case 'status':
      return SEARCHING.includes(propertyOf(data, 'phase'))
        ? { step: 'search', message: 'The backend looks for similar memories' }
        : { step: 'detect', message: 'The backend compares memories' };
    case 'search_completed':
      return {
        step: 'search',
        message: `The backend found ${counted(data, 'context_count')}similar memories`,
      };
    case 'conflict_detection_completed':
      return { step: 'detect', message: `The backend found ${counted(data, 'count')}conflicts` };
    default:
      return null;
  }
}

/** A number before its noun, or nothing. */
function counted(data: unknown, name: string): string {
  const count = propertyOf(data, name);
  return Number.isSafeInteger(count) ? `${String(count)} ` : '';
}

/** UTF-8 bytes of memories in the prompt: about 25,000 tokens of English. */
const MAX_BYTES = 100_000;
/** Per memory: the backend has the full text. */
const MAX_TEXT_BYTES = 1_000;

/** Asks which memories of a day conflict with other memories of the backend. */
export function conflictPrompt(date: string, memories: readonly Memory[]): string {
  const rows = fitting(memories.map(toRow));
  const rest = memories.length - rows.length;
  return [
    `Below are memories that were created or changed on ${date} (UTC). Find the pairs of memories of this namespace ` +
      'that are at odds and of which at least one is listed below. Leave out all other pairs.',
    'Types: "contradiction": both cannot be true of the same subject at the same time. "update": the newer memory says ' +
      'that what the older one says has changed. "duplicate": both say the same and neither adds anything. When in ' +
      'doubt, leave the pair out. Never pair a memory with itself.',
    'Answer with one JSON object and nothing else: {"conflicts": [{"type": ..., "title": at most 10 words, ' +
      '"old_memory_id": id of the older memory, "new_memory_id": id of the newer one, "description": what exactly is at ' +
      'odds, in one or two sentences, "recommendation": what to do, in one sentence}]}. Write in the language of the ' +
      'memories. Without a conflict the list is empty.',
    fenceRule('memories'),
    fenced('memories', rows),
    ...(rest > 0 ? [`${rest} older memories of the day are not listed.`] : []),
  ].join('\n\n');
}

function toRow(memory: Memory): object {
  const { id, type, createdAt } = memory;
  return { id, type, created: createdAt.toISOString(), text: firstBytes(memoryText(memory), MAX_TEXT_BYTES) };
}

function fitting(rows: readonly object[]): object[] {
  let left = MAX_BYTES;
  return rows.filter((row) => (left -= Buffer.byteLength(fencedRow(row))) >= 0);
}

const MAX_ROWS = 1_000;

/** Some versions report `conflict` as the type. */
const TYPES: ReadonlyMap<string, BackendConflict['type']> = new Map([
  ['contradiction', 'contradiction'],
  ['conflict', 'contradiction'],
  ['update', 'update'],
  ['duplicate', 'duplicate'],
] as const);

/** The valid rows of a list, or of the list `conflicts` of an object; else null. The ids are not checked. */
export function readConflicts(answer: unknown): BackendConflict[] | null {
  const rows = isObject(answer) ? answer.conflicts : answer;
  if (!Array.isArray(rows)) return null;
  return (rows as unknown[]).slice(0, MAX_ROWS).flatMap((row) => toConflict(row) ?? []);
}

function toConflict(row: unknown): BackendConflict | null {
  if (!isObject(row) || row.conflict === false) return null;
  const { old_memory_id: oldId, new_memory_id: newId } = row;
  const type = typeof row.type === 'string' ? TYPES.get(row.type.trim().toLowerCase()) : undefined;
  if (type === undefined || !isId(oldId) || !isId(newId) || oldId === newId) return null;
  const { title, description, recommendation } = row;
  return {
    oldId,
    newId,
    type,
    title: textOf(title),
    description: textOf(description),
    recommendation: textOf(recommendation),
  };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
