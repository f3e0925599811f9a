import { propertyOf } from '../../../common/objects';
import type { RemoteRunEvent } from '../protocol/backend-api';

export interface RunProgress {
  step: 'search' | 'detect';
  message: string;
}

/** Phases of a `status` in which memories are still looked for. */
const SEARCHING: readonly unknown[] = ['loading', 'listing_memories', 'searching', 'similarity'];

/** What an event of a run tells of its progress; null for nothing. What the backend says in words is not repeated. */
export function progressOf({ event, data }: RemoteRunEvent): RunProgress | null {
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
