import { setTimeout as pause } from 'node:timers/promises';
import { countDeleted, deleteAgent } from '../support/deleted-agent';
import { exportAgent } from '../support/exported-agent';
import type { ServiceProcess } from '../support/service-process';

const STEP_MS = 500;
const LIMIT_MS = 1_800_000;

export interface AgentFigures {
  memories: number;
  exported: { lines: number; megabytes: number; firstByteMs: number; seconds: number };
  deleted: { answeredMs: number; seconds: number };
}

/** Exports an agent, and deletes it with its memories. */
export async function measureOneAgent(
  databaseUrl: string,
  service: ServiceProcess,
  agent: { agentId: string; memories: number } | undefined,
): Promise<AgentFigures> {
  if (agent === undefined) throw new Error('There are too few agents left');
  const { bytes, ...exported } = await exportAgent(service, agent.agentId);
  const start = performance.now();
  const answeredMs = await deleteAgent(service, agent.agentId);
  while ((await countDeleted(databaseUrl)) > 0) {
    if (performance.now() - start > LIMIT_MS) throw new Error('The memories are not removed in time');
    await pause(STEP_MS);
  }
  const seconds = (performance.now() - start) / 1_000;
  return {
    memories: agent.memories,
    exported: { ...exported, megabytes: bytes / 1e6 },
    deleted: { answeredMs, seconds },
  };
}
