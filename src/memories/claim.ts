/** How long a key is left to a process that no longer says that it works on it. */
export const HELD_FOR_MS = 30_000;

/** A key whose work is the claimant's to do. */
export interface Claim {
  agentId: string;
  key: string;
  /** Of the first claim for this request, by which the ids of its memories are known when it has to be done again. */
  createdAt: Date;
  /** When the hold expires, by the clock of the database; it also distinguishes the hold from later ones. Null without one. */
  heldUntil: string | null;
}
