import { DomainError } from '../../../common/domain-error';
import { propertyOf } from '../../../common/objects';
import { readTolerantJson } from '../../../inference/model-text';
import type { BackendConflict, ConflictRun } from '../../memory-search';
import { namespaceNotFound } from '../../memory-store';
import { RemoteNotFound, type BackendApi, type RemoteRunEvent } from '../protocol/backend-api';
import { conflictPrompt } from './conflict-prompt';
import { readConflicts } from './read-conflicts';

/** Conflict detection by the backend. */
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

  private async run(
    request: { namespace: string; date: string; prompt: string },
    run: ConflictRun,
  ): Promise<string | null> {
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
