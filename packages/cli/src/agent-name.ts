import path from 'node:path';
import { InvalidArgumentError } from 'commander';

const MOST_AGENT_ID = 128;
const AGENT_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** The name of the folder with the characters that an agent's name may have. */
export function agentNamedAfter(folder: string): string {
  const name = path
    .basename(path.resolve(folder))
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name.slice(0, MOST_AGENT_ID) || 'default';
}

/** For an argument of commander. */
export function checkAgentName(text: string): string {
  if (AGENT_ID.test(text)) return text;
  throw new InvalidArgumentError('It has 1 to 128 letters, digits, hyphens and underscores.');
}
