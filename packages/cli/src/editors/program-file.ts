import path from 'node:path';
import type { Program } from './editor.ts';

/** This program, as another program starts it from any folder: from `packages/cli/dist/editors`. */
const FILE = path.resolve(import.meta.dirname, '../../bin/agent-memory.mjs');

/** Forwards MCP over stdio to the service. `url` is null for the usual address. */
export function bridgeProgram(agent: string, url: string | null): Program {
  const address = url === null ? [] : ['--url', url];
  return { command: process.execPath, args: [FILE, 'mcp', '--agent', agent, ...address] };
}
