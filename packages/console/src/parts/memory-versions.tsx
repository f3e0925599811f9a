import { useQuery } from '@tanstack/preact-query';
import { visibleText } from '../../../client/src/visible-text.ts';
import { agentOf, type MemoryLink, type MemoryRecord, NotFoundError } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { memoryPath } from '../data/memory-types.ts';
import { linksQuery } from './links.tsx';
import { Time } from './time.tsx';

/** Newer ones that are followed, and older ones. */
const MOST = 5;
const LINKS = 100;

interface VersionsProps {
  agentId: string;
  memory: MemoryRecord;
}

export function newerQuery(agentId: string, memory: MemoryRecord) {
  return {
    queryKey: ['memory', agentId, memory.id, 'newer', memory.supersededBy],
    queryFn: () => newerThan(agentId, memory),
    enabled: memory.supersededBy !== null,
  };
}

/** Asked only of a memory that replaced another one. */
export function olderQuery(agentId: string, memory: MemoryRecord, links: readonly MemoryLink[] | undefined) {
  const replaced = (links ?? []).filter((link) => isReplaced(link, memory.id));
  return {
    queryKey: ['memory', agentId, memory.id, 'older', replaced.map(({ olderId }) => olderId)],
    queryFn: () => olderThan(agentId, replaced),
    enabled: replaced.length > 0,
  };
}

/** What the memory replaced, and what replaced it, as a line in time. Nothing is shown where there is neither. */
export function Versions({ agentId, memory }: VersionsProps) {
  const may = useMay()('listLinks');
  const links = useQuery({ ...linksQuery(agentId, memory.id), enabled: may });
  const newer = useQuery(newerQuery(agentId, memory));
  const older = useQuery(olderQuery(agentId, memory, links.data?.links));
  if ((older.data?.length ?? 0) === 0 && (newer.data?.length ?? 0) === 0) return null;
  return (
    <section class="panel" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ol role="list" class="versions">
        {older.data?.map(({ id, memory: each, changedAt }) =>
          each === null ? (
            <li key={id}>
              <span class="quiet">
                until <Time at={changedAt} />
              </span>
              <span class="quiet">deleted</span>
            </li>
          ) : (
            <Version key={id} memory={each} agentId={agentId} />
          ),
        )}
        <Version memory={memory} agentId={agentId} isHere />
        {newer.data?.map((each) => (
          <Version key={each.id} memory={each} agentId={agentId} />
        ))}
      </ol>
    </section>
  );
}

function Version({ agentId, memory, isHere = false }: VersionsProps & { isHere?: boolean }) {
  const { validTo, createdAt } = memory;
  const text = visibleText(memory.content);
  // What was written down after it had ended says nothing of its beginning.
  const from = memory.validFrom ?? (validTo !== null && createdAt >= validTo ? null : createdAt);
  return (
    <li aria-current={isHere ? 'true' : undefined}>
      <span class="quiet">
        {from !== null && (
          <>
            from <Time at={from} />{' '}
          </>
        )}
        {validTo !== null && (
          <>
            until <Time at={validTo} />
          </>
        )}
        {memory.current && 'until now'}
      </span>
      {isHere ? (
        <strong dir="auto">{text}</strong>
      ) : (
        <a dir="auto" href={memoryPath(agentId, memory.id)}>
          {text}
        </a>
      )}
    </li>
  );
}

/** An applied link replaces, also one that was found as a contradiction or a repetition. */
function isReplaced({ state, newerId }: MemoryLink, memoryId: string): boolean {
  return state === 'applied' && newerId === memoryId;
}

interface Older {
  id: string;
  /** Null: deleted since. */
  memory: MemoryRecord | null;
  /** When it was replaced. */
  changedAt: Date;
}

/** What was replaced, and what that had replaced, the oldest first. */
async function olderThan(agentId: string, replaced: readonly MemoryLink[]): Promise<Older[]> {
  const found: Older[] = [];
  let links = replaced;
  while (links.length > 0 && found.length < MOST) {
    const read = links.map(async ({ olderId: id, changedAt }) => {
      const memory = await agentOf(agentId).memories.get(id).catch(nullOfMissing);
      return { id, memory, changedAt };
    });
    found.unshift(...(await Promise.all(read)));
    const before = links.map(async ({ olderId: memoryId }) => {
      const answer = await agentOf(agentId).links.list({ memoryId, state: 'applied', limit: LINKS });
      return answer.links.filter((link) => isReplaced(link, memoryId));
    });
    const known = new Set(found.map(({ id }) => id));
    links = (await Promise.all(before)).flat().filter(({ olderId }) => !known.has(olderId));
  }
  return found;
}

async function newerThan(agentId: string, memory: MemoryRecord): Promise<MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  let next = memory.supersededBy;
  while (next !== null && found.length < MOST) {
    const newer: MemoryRecord | null = await agentOf(agentId).memories.get(next).catch(nullOfMissing);
    if (newer === null || newer.id === memory.id || found.some(({ id }) => id === newer.id)) break;
    found.push(newer);
    next = newer.supersededBy;
  }
  return found;
}

/** What replaced it may be deleted by now. */
function nullOfMissing(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
