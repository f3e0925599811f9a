import { uuidv7 } from 'uuidv7';
import { derivedId } from '../common/uuid';

/** A key whose work is the claimant's to do. */
export interface Claim {
  agentId: string;
  key: string;
  /** Of the first claim for this request, by which the ids of its memories are known when it has to be done again. */
  createdAt: Date;
}

/** The id of a memory to be stored, by its place among those of the request, from 0 on, and what it says. */
export type NewId = (index: number, content: string) => string;

/** For work that is undone when it fails, or that is never repeated. */
export const freshIds: NewId = () => uuidv7();

/**
 * For work for a key: every try gives the same memory the same id. Ids rise with the place, which stands where
 * RFC 9562 (6.2, method 1) has the counter of a UUID of version 7: some backends list memories of one instant by it.
 */
export function idsOf({ agentId, key, createdAt }: Claim): NewId {
  return (index, content) => {
    const id = derivedId(createdAt, agentId, key, index, content);
    return id.slice(0, 15) + index.toString(16).padStart(3, '0') + id.slice(18);
  };
}
