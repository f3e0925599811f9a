import { homedir } from 'node:os';
import path from 'node:path';

/** The user's folder for what this program keeps between its runs, beside settings. */
export function stateFolder(env: Record<string, string | undefined> = process.env): string {
  if (env.AGENT_MEMORY_CONFIG_DIR) return path.join(path.resolve(env.AGENT_MEMORY_CONFIG_DIR), 'state');
  if (process.platform === 'win32' && env.LOCALAPPDATA) return path.join(env.LOCALAPPDATA, 'agent-memory');
  const base = env.XDG_STATE_HOME || path.join(env.HOME || homedir(), '.local', 'state');
  return path.join(base, 'agent-memory');
}
