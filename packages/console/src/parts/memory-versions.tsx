import { useQuery } from '@tanstack/preact-query';
import { visibleText } from '../../../client/src/visible-text.ts';
import { agentOf, type MemoryLink, type MemoryRecord, NotFoundError } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { memoryPath } from '../data/memory-types.ts';
import { linksQuery } from './links.tsx';
import { Time } from './time.tsx';

/** Newer ones that are followed. */
const MOST_NEWER = 5;

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

/** What the memory replaced, and what replaced it, as a line in time. Nothing is shown where there is neither. */
export function Versions({ agentId, memory }: VersionsProps) {
  const may = useMay()('listLinks');
  const links = useQuery({ ...linksQuery(agentId, memory.id), enabled: may });
  const newer = useQuery(newerQuery(agentId, memory));
  const older = (links.data?.links ?? []).filter((link) => isReplaced(link, memory.id));
  if (older.length === 0 && (newer.data?.length ?? 0) === 0) return null;
  return (
    <section class="panel" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ol role="list" class="versions">
        {older.map(({ olderId, olderContent, changedAt }) => (
          <li key={olderId}>
            <span class="quiet">
              until <Time at={changedAt} />
            </span>
            {olderContent === null ? (
              <span class="quiet">deleted</span>
            ) : (
              <a dir="auto" href={memoryPath(agentId, olderId)}>
                {visibleText(olderContent)}
              </a>
            )}
          </li>
        ))}
        <Version memory={memory} agentId={agentId} isHere />
        {newer.data?.map((each) => (
          <Version key={each.id} memory={each} agentId={agentId} />
        ))}
      </ol>
    </section>
  );
}

function Version({ agentId, memory, isHere = false }: VersionsProps & { isHere?: boolean }) {
  const text = visibleText(memory.content);
  return (
    <li aria-current={isHere ? 'true' : undefined}>
      <span class="quiet">
        from <Time at={memory.validFrom ?? memory.createdAt} />
        {memory.validTo !== null && (
          <>
            {' '}
            until <Time at={memory.validTo} />
          </>
        )}
        {memory.current && ' until now'}
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

function isReplaced({ kind, state, newerId }: MemoryLink, memoryId: string): boolean {
  return kind === 'update' && state === 'applied' && newerId === memoryId;
}

async function newerThan(agentId: string, memory: MemoryRecord): Promise<MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  let next = memory.supersededBy;
  while (next !== null && found.length < MOST_NEWER) {
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
