import type { Agent, AnswerSource } from '@agent-memory/client';
import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import {
  addScopeFilters,
  addTruthOptions,
  parseLimit,
  type ScopeOptions,
  scopesOf,
  type TruthOptions,
  truthOf,
} from '../options.ts';
import { isJson, paint, printable, printResult } from '../output.ts';

type AnswerOptions = NonNullable<Parameters<Agent['answer']>[1]>;

/** UTF-16 units of an answer that wait for the end of a word. */
const MOST_HELD = 80;

export function register(program: Command): void {
  const command = program
    .command('answer')
    .description("Answers a question from the agent's memories, with its sources.")
    .argument('<question>', 'the question')
    .option('--limit <n>', 'use at most so many memories', parseLimit);
  addScopeFilters(addTruthOptions(command)).action(
    async (
      question: string,
      { limit, ...options }: { limit?: number } & TruthOptions & ScopeOptions,
      command: Command,
    ) => {
      const { agent } = await openAgent(command);
      const request = { limit, ...truthOf(options), ...scopesOf(options) };
      if (!isJson(command)) return writeAnswer(agent, question, request);
      printResult(command, await agent.answer(question, request), () => '');
    },
  );
}

/** Prints the answer as it is written. */
async function writeAnswer(agent: Agent, question: string, request: AnswerOptions): Promise<void> {
  let held = '';
  for await (const part of agent.answerStream(question, request)) {
    if (part.type === 'text') {
      const end = readyEnd((held += part.text));
      process.stdout.write(printable(held.slice(0, end)));
      held = held.slice(end);
    }
    if (part.type === 'sources') process.stdout.write(`${printable(held)}\n${sourcesText(part)}`);
  }
}

/** Where a word ends: whether a joiner is hidden depends on the characters on both sides of it. */
function readyEnd(text: string): number {
  if (text.length > MOST_HELD) return text.length;
  return Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1;
}

function sourcesText({ sources, certainty }: { sources: AnswerSource[]; certainty: string }): string {
  if (sources.length === 0) return '';
  const rows = sources.map(
    ({ memoryId, title, score, current }) =>
      `${memoryId}  ${score.toFixed(2)}  ${printable(title)}${current ? '' : '  (held before)'}`,
  );
  return `\n${paint(process.stdout, 'dim', [`Certainty: ${certainty}`, ...rows].join('\n'))}\n`;
}
