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

/** A step that takes longer is named while it runs. */
const SHORT_MS = 2_000;

/** Without a terminal: a line on stderr for each step, and no questions. */
export const plainProgress: Progress = {
  async step(title, work, done) {
    const timer = setTimeout(() => printNote(`${title}...`), SHORT_MS);
    try {
      const result = await work();
      printNote(done(result));
      return result;
    } finally {
      clearTimeout(timer);
    }
  },
  choose: (_editors, found) => Promise.resolve(found),
  agree: () => Promise.resolve(false),
  end: () => undefined,
};
