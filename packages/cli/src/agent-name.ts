import path from 'node:path';

const MOST_AGENT_ID = 128;

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
