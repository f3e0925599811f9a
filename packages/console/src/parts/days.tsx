import type { MemoryRecord } from '../data/client.ts';
import { MemoryItem } from './memory-item.tsx';
import { dateOf, dayOf } from './time.tsx';

interface DaysProps {
  agentId: string;
  memories: MemoryRecord[];
  /** The day of the memory before these, whose heading stands there already. */
  after?: string | null;
  /** Memories changed later than this are marked. */
  asOf?: Date | null;
}

/** Memories by the day of their creation, newest first. */
export function Days({ agentId, memories, after = null, asOf = null }: DaysProps) {
  return (
    <>
      {groupsOf(memories).map(({ day, of }) => (
        <section key={day} class="day" aria-label={day}>
          {day !== after && <h2>{day}</h2>}
          <ul role="list" class="sheet" aria-label={`Memories of ${day}`}>
            {of.map((memory) => (
              <MemoryItem
                key={memory.id}
                agentId={agentId}
                memory={memory}
                form="clock"
                note={isChangedAfter(memory, asOf) && <span class="state">changed since</span>}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

export function lastDayOf(memories: readonly MemoryRecord[] | undefined): string | null {
  const last = memories?.at(-1);
  return last === undefined ? null : dayOf(last.createdAt);
}

function groupsOf(memories: MemoryRecord[]): { day: string; of: MemoryRecord[] }[] {
  const groups: { day: string; of: MemoryRecord[] }[] = [];
  for (const memory of memories) {
    const day = dayOf(memory.createdAt);
    const last = groups.at(-1);
    if (last?.day === day) last.of.push(memory);
    else groups.push({ day, of: [memory] });
  }
  return groups;
}

function isChangedAfter({ updatedAt }: MemoryRecord, asOf: Date | null): boolean {
  const updated = dateOf(updatedAt);
  return asOf !== null && updated !== null && updated > asOf;
}
