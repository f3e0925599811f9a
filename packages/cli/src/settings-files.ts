import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { usageError } from './failure.ts';
import { isObject } from './json.ts';
import { MOST_SETTINGS_BYTES, readRegularText } from './regular-file.ts';

/** In a project's folder: which agent and service its commands use. It holds no secret. */
export const PROJECT_FILE = '.agent-memory.json';

export interface Settings {
  agent?: string;
  url?: string;
}

type Env = Record<string, string | undefined>;

/** The folder of the user's own settings and keys. */
export function userFolder(env: Env = process.env): string {
  if (env.AGENT_MEMORY_CONFIG_DIR) return path.resolve(env.AGENT_MEMORY_CONFIG_DIR);
  if (process.platform === 'win32' && env.APPDATA) return path.join(env.APPDATA, 'agent-memory');
  return path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || homedir(), '.config'), 'agent-memory');
}

export function userSettingsFile(env?: Env): string {
  return path.join(userFolder(env), 'config.json');
}

/** Keys by the origin of their service, such as `https://memory.example.com`. */
export function keysFile(env?: Env): string {
  return path.join(userFolder(env), 'credentials.json');
}

export function readSettings(file: string): Settings {
  const { agent, url } = readObject(file);
  for (const [name, value] of Object.entries({ agent, url })) {
    if (value !== undefined && typeof value !== 'string') throw usageError(`${file}: '${name}' is no text.`);
  }
  return { agent, url } as Settings;
}

export function readKeys(env?: Env): Record<string, string> {
  const { keys = {} } = readObject(keysFile(env));
  if (!isObject(keys)) throw usageError(`${keysFile(env)}: 'keys' is no object.`);
  return keys as Record<string, string>;
}

/** Changes fields of a JSON file and keeps the others. The file appears whole or not at all. */
export function writeFields(file: string, fields: object, mode = 0o644): void {
  const text = `${JSON.stringify({ ...readObject(file), ...fields }, null, 2)}\n`;
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    // A link in its place is not followed.
    writeFileSync(unfinished, text, { mode, flag: 'wx' });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw usageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** The object in a JSON file. A file that does not exist has no fields. */
export function readObject(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  const text = readSettingsText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(`${file} is not JSON: correct it or delete it. (${(error as Error).message})`);
  }
  if (!isObject(value) || Array.isArray(value)) throw usageError(`${file} must hold a JSON object.`);
  return value;
}

function readSettingsText(file: string): string {
  try {
    return readRegularText(file, MOST_SETTINGS_BYTES);
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
