import { Readable } from 'node:stream';
import { agentDto, type AgentListDto } from './agent.dto';
import type { AgentPage } from './agent';

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
    const items = agents.map((agent) => JSON.stringify(agentDto(agent))).join(',');
    yield Buffer.from(count === 0 ? items : `,${items}`);
    count += agents.length;
  }
  const end: Omit<AgentListDto, 'agents'> = {
    count,
    ...(nextCursor === null ? {} : { next_cursor: nextCursor }),
  };
  yield Buffer.from(`],${JSON.stringify(end).slice(1)}`);
}
