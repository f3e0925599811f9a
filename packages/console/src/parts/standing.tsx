import type { MemoryRecord } from '../data/client.ts';
import { memoryPath } from '../data/memory-types.ts';
import { Time } from './time.tsx';

/** Marks an active memory that does not hold now: why, until when, and what replaced it. */
export function Standing({ agentId, memory }: { agentId: string; memory: MemoryRecord }) {
  const { status, current, validTo, supersededBy } = memory;
  if (status !== 'active' || current) return null;
  return (
    <>
      <span class="state">{reasonOf(memory)}</span>
      {validTo && (
        <span>
          until <Time at={validTo} />
        </span>
      )}
      {supersededBy && <a href={memoryPath(agentId, supersededBy)}>Replaced by a newer memory</a>}
    </>
  );
}

function reasonOf({ supersededBy, past, validFrom, validTo, key }: MemoryRecord): string {
  const now = new Date();
  if (supersededBy) return 'superseded';
  if (past) return 'past';
  if (validFrom && validFrom > now) return 'not yet';
  if (validTo && validTo <= now) return 'ended';
  return key ? 'not the newest of its key' : 'not current';
}
