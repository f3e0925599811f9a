// `conflicts resolve` in a terminal: shows the two memories of each conflict, and asks what to do.
import type { Agent, ConflictAction, ConflictRow } from '@agent-memory/client';
import * as prompts from '@clack/prompts';
import { formatMoment } from './dates.ts';
import { paint, printable } from './output.ts';
import { sideBySide, wrapText } from './side-by-side.ts';

/** Wider texts are hard to read. */
const MOST_COLUMNS = 120;
/** What the prompts draw at the left of their lines. */
const MARGIN = 3;

type Choice = ConflictAction | 'skip' | 'quit';

const output = process.stderr;

const CHOICES: { value: Choice; label: string; hint?: string }[] = [
  { value: 'supersede', label: 'The newer one replaces the older', hint: 'the older one becomes history' },
  { value: 'expire_new', label: 'Keep the older one', hint: 'the newer one can be restored' },
  { value: 'keep_both', label: 'Keep both' },
  { value: 'expire_both', label: 'Keep none', hint: 'both can be restored' },
  { value: 'manual', label: 'Write one in place of both', hint: 'deletes both for good' },
  { value: 'expire_old', label: 'Expire the older one', hint: 'it can be restored' },
  { value: 'keep_new', label: 'Delete the older one for good' },
  { value: 'keep_old', label: 'Delete the newer one for good' },
  { value: 'remove_both', label: 'Delete both for good' },
  { value: 'skip', label: 'Decide later' },
  { value: 'quit', label: 'Stop here' },
];

export interface ReviewOutcome {
  resolved: { conflictId: string; action: ConflictAction }[];
  left: number;
}

/** Asks for each conflict. Those that are left stay as they are. */
export async function reviewConflicts(agent: Agent, conflicts: ConflictRow[]): Promise<ReviewOutcome> {
  const resolved: ReviewOutcome['resolved'] = [];
  prompts.intro(`${conflicts.length} conflicts of ${agent.id}`, { output });
  for (const [i, conflict] of conflicts.entries()) {
    show(conflict, `${i + 1} of ${conflicts.length}`);
    const choice = await ask();
    if (choice === 'quit') break;
    if (choice === 'skip') continue;
    const content = choice === 'manual' ? await askForContent(conflict) : undefined;
    if (content === null) continue;
    await agent.conflicts.resolve(conflict.conflictId, choice, { content });
    resolved.push({ conflictId: conflict.conflictId, action: choice });
  }
  const left = conflicts.length - resolved.length;
  prompts.outro(`Resolved: ${resolved.length}. Left: ${left}.`, { output });
  return { resolved, left };
}

function show(conflict: ConflictRow, place: string): void {
  const width = Math.min(output.columns || 80, MOST_COLUMNS) - MARGIN;
  const older = `Older, ${formatMoment(conflict.oldCreatedAt)}, by ${printable(conflict.oldSource)}`;
  const newer = `Newer, ${formatMoment(conflict.newCreatedAt)}, by ${printable(conflict.newSource)}`;
  const texts = sideBySide(
    [older, printable(conflict.oldContent)],
    [newer, printable(conflict.newContent)],
    width,
  );
  const title = wrapText(printable(`${place}: ${conflict.type}. ${conflict.title}`), width);
  const heading = title.map((line) => paint(output, 'bold', line));
  const advice = wrapText(printable(conflict.recommendation), width);
  prompts.log.message([...heading, ...advice, '', texts].join('\n'), { output });
}

/** Ctrl-C means to stop here. */
async function ask(): Promise<Choice> {
  const choice = await prompts.select({ message: 'What should stay?', options: CHOICES, output });
  return typeof choice === 'symbol' ? 'quit' : choice;
}

/** Null when the person does not want to write it after all. */
async function askForContent({ newContent }: ConflictRow): Promise<string | null> {
  const content = await prompts.text({
    message: 'The text in place of both',
    initialValue: printable(newContent.replaceAll('\n', ' ')),
    validate: (text) => (text?.trim() ? undefined : 'Write a text, or press Ctrl-C.'),
    output,
  });
  return typeof content === 'symbol' ? null : content;
}
