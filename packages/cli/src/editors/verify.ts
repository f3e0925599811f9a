import type { Client } from '@modelcontextprotocol/client';
import { isRecord } from '../json.ts';
import { KEY_VARIABLE } from './editor.ts';
import type { Entry } from './formats/config-format.ts';

type Env = Record<string, string | undefined>;

/** How the editor starts or calls the server, as its file says. */
export type Startable =
  | { kind: 'http'; url: string; headers: Record<string, string> }
  | { kind: 'program'; command: string; args: string[]; env: Record<string, string> };

/** The key that entries refer to. It is filled in for one service alone. */
export interface EntryKey {
  /** Null if it is not set. */
  value: string | null;
  /** Of the service. */
  origin: string;
}

/** Its message says why the entry cannot be tried here. */
export class Unverifiable extends Error {}

export interface Verified {
  tools: string[];
  /** What the server says about itself to models. */
  instructions: string;
}

const ANSWER_MS = 15_000;
/** The references of all editors: `${env:X}`, `{env:X}`, `${X}` and `$X`. */
const REFERENCE = /\$?\{(?:env:)?([A-Z_][A-Z0-9_]*)\}|\$([A-Z_][A-Z0-9_]*)/g;

/** Reads the fields of all editors, and leaves references to variables as they are. Throws an Unverifiable. */
export function serverIn(entry: Entry): Startable {
  const url = entry.url ?? entry.serverUrl ?? entry.httpUrl ?? entry.uri;
  if (typeof url === 'string') {
    return { kind: 'http', url, headers: { ...textsOf(entry.headers), ...bearerOf(entry) } };
  }
  const words = [entry.command ?? entry.cmd, entry.args ?? []].flat().map(String);
  const [command, ...args] = words;
  if (command === undefined || command === 'undefined') {
    throw new Unverifiable('the entry has neither a URL nor a command');
  }
  return { kind: 'program', command, args, env: textsOf(entry.env ?? entry.environment ?? entry.envs) };
}

/**
 * What is started or called. Of all references to variables only the one to the key is filled in, and only in headers
 * for its service and in the environment of a program, which has the variable anyway. Throws an Unverifiable.
 */
export function startableOf(entry: Entry, key: EntryKey): Startable {
  const server = serverIn(entry);
  if (server.kind === 'program') return { ...server, env: filled(server.env, key.value) };
  const [reference] = server.url.match(REFERENCE) ?? [];
  if (reference !== undefined) throw new Unverifiable(`${reference} in a URL is not filled in here`);
  const isForService = URL.canParse(server.url) && new URL(server.url).origin === key.origin;
  if (isForService) return { ...server, headers: filled(server.headers, key.value) };
  const refersToKey = Object.values(server.headers).some((text) => variablesIn(text).includes(KEY_VARIABLE));
  if (refersToKey) throw new Unverifiable(`${KEY_VARIABLE} is sent to ${key.origin} only`);
  return { ...server, headers: filled(server.headers, null) };
}

function bearerOf({ bearer_token_env_var: variable }: Entry): Record<string, string> {
  return typeof variable === 'string' ? { Authorization: `Bearer \${${variable}}` } : {};
}

function textsOf(table: unknown): Record<string, string> {
  if (!isRecord(table)) return {};
  return Object.fromEntries(Object.entries(table).map(([name, text]) => [name, String(text)]));
}

function filled(texts: Record<string, string>, key: string | null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      for (const variable of variablesIn(text)) ensureKey(variable, key);
      return [name, text.replaceAll(REFERENCE, () => key ?? '')];
    }),
  );
}

function variablesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].map(([, braced, plain]) => braced ?? plain ?? '');
}

function ensureKey(variable: string, key: string | null): void {
  if (variable !== KEY_VARIABLE) {
    throw new Unverifiable(`it refers to ${variable}, and only ${KEY_VARIABLE} is filled in here`);
  }
  if (key === null) throw new Unverifiable(`${variable} is not set here; set it for the editor`);
}

/** Starts or calls the server as the editor would, and asks for its tools. `cwd`: where programs are started. */
export async function listTools(startable: Startable, cwd: string, env: Env): Promise<Verified> {
  const sdk = await import('@modelcontextprotocol/client');
  const client = new sdk.Client({ name: 'agent-memory connect', version: '1.0.0' });
  const options = { timeout: ANSWER_MS };
  try {
    await client.connect(await transportOf(startable, cwd, env), options);
    const { tools } = await client.listTools({}, options);
    return { tools: tools.map(({ name }) => name), instructions: client.getInstructions() ?? '' };
  } finally {
    await client.close();
  }
}

async function transportOf(
  startable: Startable,
  cwd: string,
  { AGENT_MEMORY_URL: _url, AGENT_MEMORY_AGENT: _agent, ...env }: Env,
): Promise<Parameters<Client['connect']>[0]> {
  if (startable.kind === 'http') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    return new StreamableHTTPClientTransport(new URL(startable.url), {
      requestInit: { headers: startable.headers },
    });
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const set = Object.entries({ ...env, ...startable.env }).filter(([, value]) => value !== undefined);
  return new StdioClientTransport({
    command: startable.command,
    args: startable.args,
    env: Object.fromEntries(set) as Record<string, string>,
    cwd,
    stderr: 'ignore',
  });
}
