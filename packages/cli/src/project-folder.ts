import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { thisMachine } from './editors/machine.ts';
import { PROJECT_FILE, readSettings, type Settings } from './settings-files.ts';
import { isSame, trustedSettings } from './trusted-folders.ts';

export interface Surroundings {
  cwd: string;
  env: Record<string, string | undefined>;
  /** The user's id, by default that of the process. Windows has none. */
  uid?: number;
}

/** What the folder of a command says about the agent and the service. */
export interface ProjectFolder {
  /** The folder of the file; without a file, the folder of the command. */
  folder: string;
  file: string | null;
  settings: Settings;
  /** The folders whose file counts for the command, the nearest first. */
  searched: string[];
  /** A nearer file that is not used, because another user owns it. */
  foreignFile: string | null;
}

/**
 * With the nearest `.agent-memory.json` that counts: one of the user, or one that the user trusts. Throws a usage error
 * if it cannot be read.
 */
export function findProjectFolder(
  { cwd, env, uid = process.geteuid?.() }: Surroundings,
  owner: 'user' | 'any owner' = 'user',
): ProjectFolder {
  const searched = searchedFolders(realPath(cwd), realPath(thisMachine(cwd, env).home));
  const start = { folder: searched[0] ?? cwd, file: null, settings: {}, searched };
  let foreignFile: string | null = null;
  for (const folder of searched) {
    const file = path.join(folder, PROJECT_FILE);
    if (!isFileOrPipe(file)) continue;
    const isUsable = owner === 'any owner' || isOwn(file, uid) || isAllowed(folder, file, env);
    if (isUsable) return { folder, file, settings: readSettings(file), searched, foreignFile };
    foreignFile ??= file;
  }
  return { ...start, foreignFile };
}

/**
 * A folder and those above it, up to the root of its repository, or else up to the home. Of a folder outside of both
 * only the folder itself, and never one above the home: others can write there.
 */
export function searchedFolders(folder: string, home: string): string[] {
  const all = [folder];
  for (let at = folder; at !== path.dirname(at);) all.push((at = path.dirname(at)));
  const repository = all.findIndex((at) => existsSync(path.join(at, '.git')));
  const inHome = all.findIndex((at) => path.relative(at, home) === '');
  const ends = [repository, inHome].filter((index) => index >= 0);
  const last = ends.length === 0 ? 0 : Math.min(...ends);
  return all.slice(0, last + 1).filter((at, index) => index === 0 || !isAbove(at, home));
}

function isAbove(folder: string, other: string): boolean {
  const way = path.relative(folder, other);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** A folder that does not exist stays as it is. */
export function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}

/** Also true for pipes and devices, which `readSettings` refuses: otherwise the file of a folder above would count. */
function isFileOrPipe(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
}

/** The file, and the link that leads to it. */
function isOwn(file: string, uid: number | undefined): boolean {
  return uid === undefined || [lstatSync(file), statSync(file)].every((stats) => stats.uid === uid);
}

/** Whether the user allowed what the file of another user says: in containers, folders often belong to others. */
function isAllowed(folder: string, file: string, env: Surroundings['env']): boolean {
  const trusted = trustedSettings(folder, env);
  return trusted !== null && isSame(trusted, readSettings(file));
}
