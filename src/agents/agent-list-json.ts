import { Readable } from 'node:stream';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { agentDto, type AgentListDto } from './agent.dto';
import type { Agent, AgentPage } from './agent';

/** Agents that are written in one turn of the event loop, so that other requests do not wait. */
const AGENTS_PER_TURN = 50;

/** An `AgentListDto` as JSON, made page by page as fast as the reader takes it. */
export function agentListJson(
  first: IteratorResult<AgentPage, void>,
  rest: AsyncIterator<AgentPage, void>,
): Readable {
  return Readable.from(parts(first, rest), { objectMode: false });
}

async function* parts(
  first: IteratorResult<AgentPage, void>,
  rest: AsyncIterator<AgentPage, void>,
): AsyncIterable<Buffer> {
  let count = 0;
  let nextCursor: string | null = null;
  yield Buffer.from('{"agents":[');
  for (let page = first; !page.done; page = await rest.next()) {
    const { agents } = page.value;
    ({ nextCursor } = page.value);
    // The agents of a later page may have been deleted by now.
    if (agents.length === 0) continue;
    if (count > 0) yield Buffer.from(',');
    yield await writeAgents(agents);
    count += agents.length;
  }
  const end: Omit<AgentListDto, 'agents'> = {
    count,
    ...(nextCursor === null ? {} : { next_cursor: nextCursor }),
  };
  yield Buffer.from(`],${JSON.stringify(end).slice(1)}`);
}

async function writeAgents(agents: readonly Agent[]): Promise<Buffer> {
  const parts: string[] = [];
  for (let at = 0; at < agents.length; at += AGENTS_PER_TURN) {
    if (at > 0) await eventLoopTurn();
    const turn = agents.slice(at, at + AGENTS_PER_TURN);
    parts.push(turn.map((agent) => JSON.stringify(agentDto(agent))).join(','));
  }
  return Buffer.from(parts.join(','));
}
