import { AgentMemoryError } from './client.ts';

/** Whether a write was refused because somebody changed the same thing since it was read. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof AgentMemoryError && error.code === 'PreconditionFailed';
}
