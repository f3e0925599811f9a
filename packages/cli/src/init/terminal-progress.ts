import * as prompts from '@clack/prompts';
import { EXIT, Failure } from '../failure.ts';
import { printable } from '../output.ts';
import type { Progress } from './progress.ts';

const output = process.stderr;

/** Shows progress to a person at a terminal. */
export function terminalProgress(agent: string): Progress {
  prompts.intro(`agent-memory: set up "${agent}"`, { output });
  return {
    async step(title, work, done) {
      const spinner = prompts.spinner({ output });
      spinner.start(title);
      try {
        const result = await work();
        spinner.stop(printable(done(result)));
        return result;
      } catch (error) {
        spinner.error(title);
        throw error;
      }
    },
    async choose(editors, found) {
      const chosen = await prompts.multiselect({
        message: 'Which editors should use the memory?',
        options: editors.map((editor) => ({
          value: editor,
          label: editor.name,
          ...(found.includes(editor) ? { hint: 'found here' } : {}),
        })),
        initialValues: [...found],
        required: false,
        output,
      });
      if (prompts.isCancel(chosen)) throw cancelled();
      return editors.filter((editor) => chosen.includes(editor));
    },
    async agree(question) {
      const answer = await prompts.confirm({ message: question, initialValue: true, output });
      if (prompts.isCancel(answer)) throw cancelled();
      return answer;
    },
    end: () => prompts.outro('Done.', { output }),
  };
}

function cancelled(): Failure {
  return new Failure('Cancelled: no editor was changed.', EXIT.failed, 'Cancelled');
}
