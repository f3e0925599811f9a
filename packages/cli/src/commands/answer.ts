import type { Agent, AnswerSource } from '@agent-memory/client';
import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { parseLimit } from '../options.ts';
import { isJson, paint, printable, printResult } from '../output.ts';

export function register(program: Command): void {
  program
    .command('answer')
    .description("Answers a question from the agent's memories, with its sources.")
    .argument('<question>', 'the question')
    .option('--limit <n>', 'use at most so many memories', parseLimit)
    .action(async (question: string, { limit }: { limit?: number }, command: Command) => {
      const { agent } = await openAgent(command);
      if (!isJson(command)) return writeAnswer(agent, question, limit);
      printResult(command, await agent.answer(question, { limit }), () => '');
    });
}

/** Prints the answer as it is written. */
async function writeAnswer(agent: Agent, question: string, limit: number | undefined): Promise<void> {
  for await (const part of agent.answerStream(question, { limit })) {
    if (part.type === 'text') process.stdout.write(printable(part.text));
    if (part.type === 'sources') process.stdout.write(`\n${sourcesText(part)}`);
  }
}

function sourcesText({ sources, certainty }: { sources: AnswerSource[]; certainty: string }): string {
  if (sources.length === 0) return '';
  const rows = sources.map(
    ({ memoryId, title, score }) => `${memoryId}  ${score.toFixed(2)}  ${printable(title)}`,
  );
  return `\n${paint(process.stdout, 'dim', [`Certainty: ${certainty}`, ...rows].join('\n'))}\n`;
}
