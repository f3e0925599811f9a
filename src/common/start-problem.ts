/** Why a program cannot start. The message says what is wrong and what to do, and is shown as it is. */
export class StartProblem extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartProblem';
  }
}
