/** PostgreSQL as one session, which is given messages of the protocol one after the other. */
export interface Engine {
  /** Calls `onAnswer` with pieces of the answer, valid during the call alone. Rejects when the engine is broken. */
  exec(messages: Uint8Array, onAnswer: (piece: Uint8Array) => void): Promise<void>;
  isInTransaction(): boolean;
}
