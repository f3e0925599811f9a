import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Scope } from '../context.ts';
import { stateFolder } from '../state-folder.ts';
import { digest, replaceFile } from './small-files.ts';

const KEPT_MS = 24 * 3_600_000;

/** The token of the session that hooks have with an agent, kept for the next hook in a file that only the user can read. */
export class SessionToken {
  private readonly file: string;

  /** Another key may reach other agents, so it has another file. */
  constructor({ url, agent, key }: Pick<Scope, 'url' | 'agent' | 'key'>, folder = tokenFolder()) {
    this.file = path.join(folder, digest(JSON.stringify([url, agent, key]), 32));
  }

  /** Null if there is none. */
  read(): string | null {
    try {
      return readFileSync(this.file, 'utf8') || null;
    } catch {
      return null;
    }
  }

  /** A folder that cannot be written costs the next hook a request. */
  write(token: string): void {
    try {
      replaceFile(this.file, token, KEPT_MS);
    } catch {
      // The token is used now all the same.
    }
  }
}

function tokenFolder(): string {
  return path.join(stateFolder(), 'hook-tokens');
}
