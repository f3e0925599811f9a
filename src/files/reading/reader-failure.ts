/** `memory`: it wanted more than it may have; `silent`: nothing came from it for too long; `crash`: all else. */
export type ReaderFailureKind = 'memory' | 'silent' | 'crash';

/** A process that read a file ended before the file did. The message is for the person who sent the file. */
export class ReaderFailure extends Error {
  constructor(
    readonly kind: ReaderFailureKind,
    message: string,
    /** Where it happened, for the log; never what the file says. */
    readonly trace: string | null,
  ) {
    super(message);
    this.name = 'ReaderFailure';
  }
}
