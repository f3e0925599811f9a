import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { EXIT, Failure, usageError } from '../failure.ts';
import { settingsToTrust } from '../folder-trust.ts';
import { printResult, visible } from '../output.ts';
import { findProjectFolder, realPath } from '../project-folder.ts';
import { PROJECT_FILE, type Settings } from '../settings-files.ts';
import { distrustFolder, readTrusted, trustFolder } from '../trusted-folders.ts';

interface TrustOptions {
  list?: boolean;
  remove?: boolean;
}

export function register(program: Command): void {
  program
    .command('trust')
    .description(`Allows a folder the agent and the service that its ${PROJECT_FILE} names now.`)
    .argument('[folder]', 'without it, this folder')
    .option('--list', 'list the folders that are trusted')
    .option('--remove', 'trust the folder no longer')
    .action((folder: string | undefined, options: TrustOptions, command: Command) => {
      if (options.list) return list(folder, options, command);
      const cwd = realPath(folder ?? process.cwd());
      return options.remove ? remove(cwd, command) : add(cwd, command);
    });
}

function add(cwd: string, command: Command): void {
  if (!existsSync(cwd)) throw usageError(`There is no folder ${cwd}.`);
  const project = findProjectFolder({ cwd, env: process.env }, 'any owner');
  const { folder } = project;
  const settings = settingsToTrust(project);
  trustFolder(folder, settings);
  printResult(command, { folder, ...settings }, () => `Trusted: ${textOf(folder, settings)}`);
}

function remove(folder: string, command: Command): void {
  if (!distrustFolder(folder)) {
    throw new Failure(`${folder} is not trusted.`, EXIT.notFound, 'FolderNotTrusted');
  }
  printResult(command, { folder }, () => `No longer trusted: ${visible(folder)}`);
}

function list(folder: string | undefined, { remove: removed }: TrustOptions, command: Command): void {
  if (folder !== undefined || removed) throw usageError('Give --list alone.');
  const folders = Object.entries(readTrusted()).map(([each, { agent, url }]) => ({
    folder: each,
    agent,
    url,
  }));
  const lines = folders.map((each) => textOf(each.folder, each));
  printResult(command, { folders }, () => (lines.length === 0 ? 'No folder is trusted.' : lines.join('\n')));
}

function textOf(folder: string, { agent, url }: Settings): string {
  const parts = [...(agent ? [`agent ${agent}`] : []), ...(url ? [`service ${url}`] : [])];
  return visible(`${folder}: ${parts.join(', ') || 'no agent and no service'}`);
}
