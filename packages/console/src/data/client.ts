// The typed client of the service, from its source: the console needs no build of it.
import { type Agent, AgentMemory } from '../../../client/src/agent-memory.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';

export {
  AgentMemoryError,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  ValidationError,
  type AgentRecord,
  type AnswerPart,
  type AnswerSource,
  type ConflictAction,
  type ConflictRow,
  type FileResponse,
  type HistoryRow,
  type MemoryLink,
  type MemoryRecord,
  type PolicyView,
  type PresetName,
  type RecalledMemory,
  type RecallResponse,
} from '../../../client/src/agent-memory.ts';

/** Opening the console joins the sessions of the agents, so it ends no client's session. */
export const service = new AgentMemory({ baseUrl: location.origin, fetch: fetchWithProgress });

const agents = new Map<string, Agent>();

/** The same object for an agent each time, so that its session is joined once. */
export function agentOf(id: string): Agent {
  const known = agents.get(id) ?? service.agent(id);
  agents.set(id, known);
  return known;
}

/** After a login or logout, sessions are joined again. */
export function forgetSessions(): void {
  agents.clear();
}
