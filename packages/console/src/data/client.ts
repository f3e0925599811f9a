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
  type MemoryStatusResponse,
  type MemoryTrace,
  type PolicyView,
  type PresetName,
  type RecalledMemory,
  type RecallResponse,
} from '../../../client/src/agent-memory.ts';

const options = { baseUrl: location.origin, fetch: fetchWithProgress };
/** Opening the console joins the sessions of the agents, so it ends no client's session. */
export const service = new AgentMemory(options);
/** A session would go on after the key of the login is revoked, and would have more than its access. */
const withoutSessions = new AgentMemory({ ...options, joinsSessions: false });

const agents = new Map<string, Agent>();
let ofAgents = service;

/** The same object for an agent each time, so that its session is joined once. */
export function agentOf(id: string): Agent {
  const known = agents.get(id) ?? ofAgents.agent(id);
  agents.set(id, known);
  return known;
}

/** For a login, which may be another one than before. */
export function startSessions({ joins }: { joins: boolean }): void {
  agents.clear();
  ofAgents = joins ? service : withoutSessions;
}
