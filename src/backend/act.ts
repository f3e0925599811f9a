/** Who does something to a memory, and when. */
export interface Act {
  at: Date;
  sessionId: string | null;
  by: string;
}
