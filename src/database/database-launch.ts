import { setFlagsFromString } from 'node:v8';
import type { Env } from '../config/env';
import { hostDatabase, type DatabaseHost } from './database-host';

/**
 * V8 optimises a function of the engine after it has run for so long. Its default is a quarter of this, which has it
 * optimise those that only a start needs, at the cost of the rest of the start (`npm run bench:start`).
 */
const LATER_OPTIMISATION = '--wasm-tiering-budget=8000000';

/** A database that this process brings up, while it does other things. */
export class DatabaseLaunch {
  private constructor(
    /** Rejects where it cannot be brought up. */
    readonly hosted: Promise<DatabaseHost>,
  ) {}

  /** Resolves when the embedded database has a thread of its own to start in, which a busy caller does not delay. */
  static begin(env: Env, onCrash: (error: Error) => void): Promise<DatabaseLaunch> {
    setFlagsFromString(LATER_OPTIMISATION);
    return new Promise((resolve) => {
      const begun = (): void => resolve(new DatabaseLaunch(hosted));
      const hosted: Promise<DatabaseHost> = hostDatabase(env, onCrash, begun);
      // A failure is told to whoever waits for the host.
      hosted.then(begun, begun);
    });
  }
}
