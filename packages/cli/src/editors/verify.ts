import type { Client } from '@modelcontextprotocol/client';
import type { Entry } from './formats/config-format.ts';
import { isTable } from './formats/config-format.ts';

type Env = Record<string, string | undefined>;

/** How the editor starts or calls the server, as its file says. */
export type Startable =
  | { kind: 'http'; url: string; headers: Record<string, string> }
  | { kind: 'program'; command: string; args: string[]; env: Record<string, string> };

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

/** Reads the fields of all editors. Throws an Unverifiable. */
export function startableOf(entry: Entry, env: Env): Startable {
  const url = entry.url ?? entry.serverUrl ?? entry.httpUrl ?? entry.uri;
  if (typeof url === 'string') {
    const headers = { ...textsOf(entry.headers, env), ...bearerOf(entry, env) };
    return { kind: 'http', url: resolved(url, env), headers };
  }
  const words = [entry.command ?? entry.cmd, entry.args ?? []].flat().map(String);
  const [command, ...args] = words;
  if (command === undefined || command === 'undefined') {
    throw new Unverifiable('the entry has neither a URL nor a command');
  }
  return { kind: 'program', command, args, env: textsOf(entry.env ?? entry.environment ?? entry.envs, env) };
}

function bearerOf({ bearer_token_env_var: variable }: Entry, env: Env): Record<string, string> {
  if (typeof variable !== 'string') return {};
  return { Authorization: `Bearer ${valueOf(variable, env)}` };
}

function textsOf(table: unknown, env: Env): Record<string, string> {
  if (!isTable(table)) return {};
  return Object.fromEntries(Object.entries(table).map(([key, text]) => [key, resolved(String(text), env)]));
}

function resolved(text: string, env: Env): string {
  return text.replaceAll(REFERENCE, (_, braced?: string, plain?: string) =>
    valueOf(braced ?? plain ?? '', env),
  );
}

function valueOf(variable: string, env: Env): string {
  const value = env[variable];
  if (!value) {
    throw new Unverifiable(`${variable} is not set here; set it for the editor`);
  }
  return value;
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
