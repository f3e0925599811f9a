import type { Agent, AgentMemory } from '@agent-memory/client';
import type { Command } from 'commander';
import { agentNamedAfter } from './agent-name.ts';
import { EXIT, Failure, usageError } from './failure.ts';
import { askToTrust, isTrusted, settingsToTrust, UntrustedFolder } from './folder-trust.ts';
import { configuredUrl, DEFAULT_URL, findRunningUrl, isLoopback } from './local-address.ts';
import { isJson, printNote } from './output.ts';
import { findProjectFolder, type ProjectFolder, type Surroundings } from './project-folder.ts';
import { readKeys, readSettings, type Settings, userSettingsFile } from './settings-files.ts';
import { folderUsing, trustFolder } from './trusted-folders.ts';

/** Where a value comes from: `--url`, `AGENT_MEMORY_URL`, `.agent-memory.json`, the user's settings, or none of them. */
export type Source = 'option' | 'environment' | 'project' | 'user' | 'default';

export interface Scope {
  url: string;
  agent: string;
  key: string | null;
  sources: { url: Source; agent: Source; key: Source };
  project: ProjectFolder;
}

export interface ScopeOptions {
  url?: string;
  agent?: string;
  /** The command does not use the agent that is named after the folder. */
  ignoresFolderName?: boolean;
}

const HERE: Surroundings = { cwd: process.cwd(), env: process.env };

/** As `resolveScope`. Without a choice, it is the service that runs on this machine, at whatever port. */
export async function locateScope(options: ScopeOptions, surroundings: Surroundings = HERE): Promise<Scope> {
  const scope = resolveScope(options, surroundings);
  if (scope.sources.url !== 'default') return scope;
  const running = await findRunningUrl(surroundings.env);
  return running === null ? scope : resolveScope(options, surroundings, running);
}

/**
 * The service and the agent of a command. Throws an UntrustedFolder for choices of a folder that the user has to allow.
 * `local`: the address of the service of this machine.
 */
export function resolveScope(
  options: ScopeOptions,
  surroundings: Surroundings = HERE,
  local = configuredUrl(surroundings.env),
): Scope {
  const { cwd, env } = surroundings;
  const project = findProjectFolder(surroundings);
  const user = readSettings(userSettingsFile(env));
  const pick = (name: keyof Settings, fallback: string): [string, Source] => {
    if (options[name]) return [options[name], 'option'];
    const variable = env[`AGENT_MEMORY_${name.toUpperCase()}`];
    if (variable) return [variable, 'environment'];
    if (project.settings[name]) return [project.settings[name], 'project'];
    return user[name] ? [user[name], 'user'] : [fallback, 'default'];
  };
  const [address, urlSource] = pick('url', local);
  const url = addressOf(address);
  const [agent, agentSource] = pick('agent', agentNamedAfter(cwd));
  const { key, source } = keyFor(url, { options, user, env, local });
  if (urlSource === 'project' && key === null) refuseStranger(url, project.file ?? '');
  const sources = { url: urlSource, agent: agentSource, key: source };
  const scope = { url: hrefOf(url.href), agent, key, sources, project };
  ensureTrusted(scope, { options, user, env, local });
  return scope;
}

interface Given {
  options: ScopeOptions;
  user: Settings;
  env: Surroundings['env'];
  local: string;
}

/** A key goes only to the service for which the user gave it. The variable has no address in it: see docs/CLI.md. */
function keyFor(url: URL, { options, user, env, local }: Given): { key: string | null; source: Source } {
  const owner = env.AGENT_MEMORY_URL || options.url || user.url || local;
  // A file that it was read from may end with a line break.
  const given = env.AGENT_MEMORY_KEY?.trim();
  if (given && originOf(owner) === url.origin) return { key: given, source: 'environment' };
  const stored = readKeys(env)[url.origin];
  return stored === undefined ? { key: null, source: 'default' } : { key: stored, source: 'user' };
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

/** A folder has its own agent at the user's service. Another agent or another service needs the user's consent. */
function ensureTrusted({ url, agent, sources, project }: Scope, { options, user, env, local }: Given): void {
  const isOtherService = sources.url === 'project' && url !== hrefOf(user.url || local);
  const isOtherAgent = sources.agent === 'project' && agent !== agentNamedAfter(project.folder);
  const isOfFolder =
    sources.agent === 'project' || (sources.agent === 'default' && !options.ignoresFolderName);
  const owner = isOfFolder ? folderUsing(agent, project.searched, env) : null;
  if ((isOtherService || isOtherAgent || owner !== null) && !isTrusted(project, env)) {
    throw new UntrustedFolder(project, { agent, url, owner });
  }
}

/** The folder that `init` and `connect` set up: another folder must not use its agent without a question. */
export function trustOwnAgent({ sources, project }: Scope): void {
  const { url } = project.settings;
  const isFromFolder = sources.agent === 'project' || sources.agent === 'default';
  // An address of the file that an option or a variable replaced was not seen by the user.
  if (isFromFolder && (url === undefined || sources.url === 'project')) {
    trustFolder(project.folder, settingsToTrust(project));
  }
}

/** The scope of a command that a person runs: in a terminal it asks for the consent that a folder needs. */
export async function trustedScope(
  command: Command,
  options: ScopeOptions = command.optsWithGlobals<ScopeOptions>(),
): Promise<Scope> {
  const scope = await resolveOrAsk(command, options);
  const { foreignFile } = scope.project;
  if (foreignFile !== null) {
    printNote(
      `${foreignFile} belongs to another user, so it is not used. If you trust it: agent-memory trust`,
    );
  }
  return scope;
}

async function resolveOrAsk(command: Command, options: ScopeOptions): Promise<Scope> {
  try {
    return await locateScope(options);
  } catch (error) {
    if (!(error instanceof UntrustedFolder) || isJson(command)) throw error;
    await askToTrust(error);
    return locateScope(options);
  }
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
  const scope = await trustedScope(command);
  const { AgentMemory } = await import('@agent-memory/client');
  const memory = new AgentMemory({ baseUrl: scope.url, apiKey: scope.key ?? undefined, maxRetries });
  const agent = memory.agent(scope.agent, { create: create && isLoopback(new URL(scope.url)) });
  return { scope, memory, agent };
}

/** Removes a slash at the end; returns a text that is no address as it is. */
function hrefOf(text: string): string {
  return URL.canParse(text) ? new URL(text).href.replace(/\/$/, '') : text;
}

/** Null for a text that is no address. */
function originOf(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null;
}

/** Throws a usage error if the text is no address. */
export function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usageError(`'${text}' is no address of a service: give one such as ${DEFAULT_URL}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError(
      `An address holds no user name and no password: give ${url.origin}, and a key with login.`,
    );
  }
  return url;
}
