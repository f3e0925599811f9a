import { existsSync } from 'node:fs';
import path from 'node:path';
import { usageError } from './failure.ts';
import { isObject } from './json.ts';
import { readObject, type Settings, userFolder, writeFields } from './settings-files.ts';

type Env = Record<string, string | undefined>;

/** Has, by folder, the settings of its file when the user trusted it. A file with other settings is not trusted. */
function trustedFoldersFile(env?: Env): string {
  return path.join(userFolder(env), 'trusted-folders.json');
}

export function readTrusted(env?: Env): Record<string, Settings> {
  const file = trustedFoldersFile(env);
  const { folders = {} } = readObject(file);
  if (!isObject(folders) || !Object.values(folders).every(isObject)) {
    throw usageError(`${file}: 'folders' must hold an object for each folder.`);
  }
  return folders as Record<string, Settings>;
}

/** Null if the user allowed nothing for this folder. */
export function trustedSettings(folder: string, env?: Env): Settings | null {
  const trusted = readTrusted(env);
  return Object.hasOwn(trusted, folder) ? (trusted[folder] ?? null) : null;
}

/** `folder` is a real path. */
export function trustFolder(folder: string, { agent, url }: Settings, env?: Env): void {
  writeFolders({ ...readTrusted(env), [folder]: { agent, url } }, env);
}

/** Whether it was trusted before. */
export function distrustFolder(folder: string): boolean {
  const { [folder]: former, ...others } = readTrusted();
  if (former !== undefined) writeFolders(others);
  return former !== undefined;
}

function writeFolders(folders: Record<string, Settings>, env?: Env): void {
  writeFields(trustedFoldersFile(env), { folders }, 0o600);
}

export function isSame(one: Settings, other: Settings): boolean {
  return one.agent === other.agent && one.url === other.url;
}

/** Another existing folder that was trusted with this agent; null without one. */
export function folderUsing(agent: string, except: readonly string[], env?: Env): string | null {
  const others = Object.entries(readTrusted(env)).filter(([folder]) => !except.includes(folder));
  return others.find(([folder, each]) => each.agent === agent && existsSync(folder))?.[0] ?? null;
}
