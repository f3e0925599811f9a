import { agentOf, type ConflictRow, type MemoryLink } from './client.ts';
import { daysBefore, daysOf } from './conflict-days.ts';

export interface ConflictQueue {
  /** Newest day first. */
  conflicts: ConflictRow[];
  /** Open ones on days that were not found. */
  unseen: number;
}

interface Known {
  /** Open conflicts of all days; null when that is not known. */
  count: number | null;
  /** The newest day that has some. */
  day: string;
  /** Whether the login may read links, which lead to further days. */
  hasLinks: boolean;
}

const AT_ONCE = 4;
const LINK_PAGES = 10;
const LINKS = 100;
const DAYS_BACK = 30;
/** Links whose memories are read to find their days. */
const MOST_READ = 100;

/** The open conflicts of all days. The service lists those of one day: links lead to the days that have some. */
export async function openConflicts(agentId: string, known: Known): Promise<ConflictQueue> {
  const found = new Map<string, ConflictRow[]>();
  const missing = () =>
    known.count === null ? Infinity : known.count - [...found.values()].reduce((sum, { length }) => sum + length, 0);
  const look = async (days: readonly string[]) => {
    const left = days.filter((day) => !found.has(day));
    while (left.length > 0 && missing() > 0)
      await Promise.all(
        left.splice(0, AT_ONCE).map(async (day) => found.set(day, await conflictsOf(agentId, day))),
      );
  };
  found.set(known.day, await conflictsOf(agentId, known.day));
  const links = known.hasLinks && missing() > 0 ? await openLinks(agentId) : [];
  await look(daysOf(links));
  for (let from = 0; from < Math.min(links.length, MOST_READ) && missing() > 0; from += AT_ONCE)
    await look(await memoryDays(agentId, links.slice(from, from + AT_ONCE)));
  if (known.count !== null) await look(daysBefore(known.day, DAYS_BACK));
  const days = [...found.keys()].sort().reverse();
  return {
    conflicts: days.flatMap((day) => found.get(day) ?? []),
    unseen: known.count === null ? 0 : Math.max(0, missing()),
  };
}

export async function conflictsOf(agentId: string, date: string): Promise<ConflictRow[]> {
  return (await agentOf(agentId).conflicts.list({ date })).conflicts;
}

/** The day (UTC) of whose report it is. */
export function dayOfConflict({ conflictId }: Pick<ConflictRow, 'conflictId'>): string {
  return conflictId.slice(0, 10);
}

async function openLinks(agentId: string): Promise<MemoryLink[]> {
  const links: MemoryLink[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < LINK_PAGES; page++) {
    const answer = await agentOf(agentId).links.list({ state: 'open', limit: LINKS, ...(cursor && { cursor }) });
    links.push(...answer.links);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return links;
}

/** The days on which the memories of links were written or changed: of imported and edited ones the ids do not say it. */
async function memoryDays(agentId: string, links: readonly MemoryLink[]): Promise<string[]> {
  const read = links
    .flatMap(({ newerId, olderId }) => [newerId, olderId])
    .map((id) => agentOf(agentId).memories.get(id).catch(() => null));
  const days = (await Promise.all(read)).flatMap((memory) =>
    memory === null ? [] : [memory.createdAt, memory.updatedAt].map((time) => new Date(time).toISOString().slice(0, 10)),
  );
  return [...new Set(days)].sort().reverse();
}
