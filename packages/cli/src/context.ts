import path from 'node:path';
import type { Agent, AgentMemory } from '@agent-memory/client';
import { type Command, InvalidArgumentError } from 'commander';
import { EXIT, Failure, usageError } from './failure.ts';
import {
  findProjectFile,
  readKeys,
  readSettings,
  type Settings,
  userSettingsFile,
} from './settings-files.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8000';
const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/;
const MOST_AGENT_ID = 128;
const AGENT_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** Where a value comes from: `--url`, `AGENT_MEMORY_URL`, `.agent-memory.json`, the user's settings, or none of them. */
export type Source = 'option' | 'environment' | 'project' | 'user' | 'default';

export interface Scope {
  url: string;
  agent: string;
  key: string | null;
  sources: { url: Source; agent: Source; key: Source };
  /** The project's `.agent-memory.json`, if there is one. */
  projectFile: string | null;
}

export interface ScopeOptions {
  url?: string;
  agent?: string;
}

export interface Surroundings {
  cwd: string;
  env: Record<string, string | undefined>;
}

const HERE: Surroundings = { cwd: process.cwd(), env: process.env };

/** The service and the agent of a command. */
export function resolveScope(options: ScopeOptions, { cwd, env }: Surroundings = HERE): Scope {
  const projectFile = findProjectFile(cwd);
  const project = projectFile === null ? {} : readSettings(projectFile);
  const user = readSettings(userSettingsFile(env));
  const pick = (name: keyof Settings, fallback: string): [string, Source] => {
    if (options[name]) return [options[name], 'option'];
    const variable = env[`AGENT_MEMORY_${name.toUpperCase()}`];
    if (variable) return [variable, 'environment'];
    if (project[name]) return [project[name], 'project'];
    return user[name] ? [user[name], 'user'] : [fallback, 'default'];
  };
  const [address, urlSource] = pick('url', DEFAULT_URL);
  const url = addressOf(address);
  const [agent, agentSource] = pick('agent', agentNamedAfter(cwd));
  const stored = readKeys(env)[url.origin] ?? null;
  if (urlSource === 'project' && stored === null) refuseStranger(url, projectFile ?? '');
  const key = env.AGENT_MEMORY_KEY || stored;
  const keySource = env.AGENT_MEMORY_KEY ? 'environment' : stored === null ? 'default' : 'user';
  const sources = { url: urlSource, agent: agentSource, key: keySource } as const;
  return { url: url.href.replace(/\/$/, ''), agent, key, sources, projectFile };
}

/** A folder that was cloned from somewhere must not send memories and keys to a service of its choice. */
function refuseStranger(url: URL, file: string): void {
  if (isLoopback(url)) return;
  throw new Failure(
    `${file} names ${url.origin}, which you have not used yet. If you trust it: agent-memory login ${url.origin}`,
    EXIT.notAllowed,
    'UnknownService',
  );
}

export interface Opened {
  scope: Scope;
  memory: AgentMemory;
  agent: Agent;
}

/** The client for a command. With `create`, an agent of this machine that does not exist is created by the first call. */
export async function openAgent(
  command: Command,
  { create = false, maxRetries }: { create?: boolean; maxRetries?: number } = {},
): Promise<Opened> {
  const scope = resolveScope(command.optsWithGlobals<ScopeOptions>());
  const { AgentMemory } = await import('@agent-memory/client');
  const memory = new AgentMemory({ baseUrl: scope.url, apiKey: scope.key ?? undefined, maxRetries });
  const agent = memory.agent(scope.agent, { create: create && isLoopback(new URL(scope.url)) });
  return { scope, memory, agent };
}

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/** Throws a usage error if the text is no address. */
export function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usageError(`'${text}' is no address of a service: give one such as ${DEFAULT_URL}.`);
  }
  return url;
}

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
