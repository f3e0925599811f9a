import { agentNamedAfter } from './agent-name.ts';
import { isInteractive } from './confirm.ts';
import { EXIT, Failure } from './failure.ts';
import { visible } from './output.ts';
import type { ProjectFolder } from './project-folder.ts';
import type { Settings } from './settings-files.ts';
import { isSame, trustedSettings, trustFolder } from './trusted-folders.ts';

type Env = Record<string, string | undefined>;

interface Choice {
  agent: string;
  url: string;
  /** Another folder that uses the agent; null without one. */
  owner: string | null;
}

/** The folder chooses an agent or a service that the user did not allow it. */
export class UntrustedFolder extends Failure {
  readonly project: ProjectFolder;
  readonly choice: string;

  constructor(project: ProjectFolder, { agent, url, owner }: Choice) {
    const chooser = visible(project.file ?? `The folder ${project.folder}`);
    const shared = owner === null ? '' : `, which ${visible(owner)} uses`;
    const choice = `${chooser} chooses the agent "${visible(agent)}"${shared}, at ${visible(url)}.`;
    const message = `${choice} You have not allowed this yet. If you trust the folder, run in it: agent-memory trust. For an agent of its own: agent-memory agents use NAME`;
    super(message, EXIT.notAllowed, 'UntrustedFolder');
    this.project = project;
    this.choice = choice;
  }
}

export function isTrusted(project: ProjectFolder, env?: Env): boolean {
  const trusted = trustedSettings(project.folder, env);
  return trusted !== null && isSame(trusted, settingsToTrust(project));
}

/** The settings that the user allows by trusting the folder. A folder without a file uses the agent with its name. */
export function settingsToTrust({ file, folder, settings }: ProjectFolder): Settings {
  return file === null ? { agent: agentNamedAfter(folder) } : settings;
}

/** Asks in a terminal, and remembers a yes. Throws the error otherwise. */
export async function askToTrust(error: UntrustedFolder): Promise<void> {
  if (!isInteractive()) throw error;
  const prompts = await import('@clack/prompts');
  const message = `${error.choice} Allow it?`;
  const answer = await prompts.confirm({ message, initialValue: false, output: process.stderr });
  if (answer !== true) throw error;
  trustFolder(error.project.folder, settingsToTrust(error.project));
}
