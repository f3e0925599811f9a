import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import type { ServiceProcess } from '../support/service-process';
import { shownMetric } from '../support/shown-metric';
import { Agent } from './main-path';

const LIMIT_MS = 60_000;

type Start = (name: string) => Promise<ServiceProcess>;

/** A replica is killed before it compares what it stored; another one finds the texts, and the link between them. */
export async function findsLinks(start: Start, { url }: { url: string }, id: string): Promise<void> {
  await eventually(
    () => waiting(url),
    (left) => left === 0,
    LIMIT_MS,
  );
  const writer = await start('writer');
  const agent = await Agent.open(writer.url, id);
  await agent.post('batch-remember', {
    memories: [
      { content: 'Maria Lopez works as a nurse at the city hospital.' },
      { content: 'Maria Lopez now works as a teacher at the city school.' },
    ],
  });
  await writer.kill();
  assert.equal(await waiting(url), 2);
  const finder = await start('finder');
  const found = await eventually(
    () => agent.at(finder.url).send('GET', 'links'),
    ({ links }) => (links as unknown[]).length > 0,
    LIMIT_MS,
  );
  const [link] = found.links as { found_by: string }[];
  assert.equal(link?.found_by, 'judge');
  await eventually(
    () => waiting(finder.url),
    (left) => left === 0,
    LIMIT_MS,
  );
  await finder.kill();
}

/** Memories of all agents that are not compared yet. */
const waiting = (url: string): Promise<number> => shownMetric(url, 'link_backlog_memories');
