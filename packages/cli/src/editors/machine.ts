import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** What decides where editors keep their files. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  home: string;
  /** The folder of the project. */
  project: string;
}

export function thisMachine(project: string, env: Machine['env'] = process.env): Machine {
  const home = (process.platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
  return { platform: process.platform, env, home, project };
}

/** `~/.config`, or what XDG_CONFIG_HOME names. */
export function configHome({ env, home }: Machine): string {
  return env.XDG_CONFIG_HOME || path.join(home, '.config');
}

/** `%APPDATA%` of Windows. */
export function appData({ env, home }: Machine): string {
  return env.APPDATA || path.join(home, 'AppData/Roaming');
}

/** The folder in which applications made with Electron keep their settings. */
export function applicationFolder(machine: Machine, name: string): string {
  if (machine.platform === 'darwin') return path.join(machine.home, 'Library/Application Support', name);
  return path.join(machine.platform === 'win32' ? appData(machine) : configHome(machine), name);
}

/** The first file that exists, else the first. */
export function existingOrFirst(first: string, ...others: string[]): string {
  return [first, ...others].find((file) => existsSync(file)) ?? first;
}
