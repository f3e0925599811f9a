import type { Editor } from '../editors/editor.ts';
import { printNote } from '../output.ts';

/** How `init` says what it does, and asks. */
export interface Progress {
  step<T>(title: string, work: () => Promise<T>, done: (result: T) => string): Promise<T>;
  /** The editors to connect, out of all of them. */
  choose(editors: readonly Editor[], found: readonly Editor[]): Promise<readonly Editor[]>;
  /** A question that Enter answers with yes. */
  agree(question: string): Promise<boolean>;
  end(): void;
}

/** Without a terminal: a line on stderr for each step, and no questions. */
export const plainProgress: Progress = {
  async step(_title, work, done) {
    const result = await work();
    printNote(done(result));
    return result;
  },
  choose: (_editors, found) => Promise.resolve(found),
  agree: () => Promise.resolve(false),
  end: () => undefined,
};
