import { DomainError } from '../../../common/domain-error';
import { readTolerantJson } from '../../../inference/tolerant-json';
import type { BackendConflict, ConflictRun } from '../../memory-search';
import { RemoteNotFound, type BackendApi, type RemoteRunEvent } from '../protocol/backend-api';
import { conflictPrompt } from './conflict-prompt';
import { readConflicts } from './read-conflicts';
import { progressOf } from './run-progress';

/** The detection of conflicts that a backend does itself. */
export class BackendConflicts {
  constructor(private readonly api: Pick<BackendApi, 'runConflicts'>) {}

  /** Null where the backend offers none. Throws BackendUnavailable, AgentNotFound, and the reason of the signal. */
  async find(namespace: string, run: ConflictRun): Promise<BackendConflict[] | null> {
    const { date, memories, signal } = run;
    signal.throwIfAborted();
    const prompt = conflictPrompt(date, memories);
    const text = await this.run({ namespace, date, prompt }, run);
    signal.throwIfAborted();
    if (text === null) return null;
    const found = readConflicts(readTolerantJson(text));
    if (found === null) {
      throw new DomainError('BackendUnavailable', 'What the backend said about conflicts could not be read');
    }
    return found;
  }

  private async run(
    request: { namespace: string; date: string; prompt: string },
    run: ConflictRun,
  ): Promise<string | null> {
    const told = (event: RemoteRunEvent): void => {
      const progress = progressOf(event);
      if (progress !== null) run.tell(progress.step, progress.message);
    };
    try {
      return await this.api.runConflicts(request, told, run.signal);
    } catch (error) {
      run.signal.throwIfAborted();
      if (!(error instanceof RemoteNotFound)) throw error;
      throw new DomainError('AgentNotFound', `Namespace '${request.namespace}' does not exist`);
    }
  }
}
