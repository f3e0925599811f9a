import type { MemoryRecord } from '../data/client.ts';
import { memoryPath } from '../data/memory-types.ts';
import { Time } from './time.tsx';

/** Marks an active memory that does not hold now: why, until when, and what replaced it. */
export function Standing({ agentId, memory }: { agentId: string; memory: MemoryRecord }) {
  const { status, current, validTo, supersededBy } = memory;
  if (status !== 'active' || current) return null;
  const reason = reasonOf(memory);
  return (
    <>
      {reason && <span class="state">{reason}</span>}
      {validTo && (
        <span>
          until <Time at={validTo} />
        </span>
      )}
      {supersededBy && <a href={memoryPath(agentId, supersededBy)}>Replaced by a newer memory</a>}
    </>
  );
}

/** Null in quarantine, which is said beside it. */
function reasonOf({ supersededBy, past, validFrom, validTo, key, trust }: MemoryRecord): string | null {
  const now = new Date();
  if (supersededBy) return 'superseded';
  if (past) return 'past';
  if (validFrom && validFrom > now) return 'not yet';
  if (validTo && validTo <= now) return 'ended';
  if (trust === 'quarantined') return null;
  return key ? 'not the newest of its key' : 'not current';
}
