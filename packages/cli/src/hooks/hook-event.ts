// What Claude Code writes to the stdin of a hook: https://code.claude.com/docs/en/hooks, read in November 2026. Other
// editors write less; every field may be missing.
import { objectIn } from '../json.ts';

export interface HookEvent {
  sessionId: string | null;
  transcriptPath: string | null;
  cwd: string | null;
  prompt: string | null;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** The event on stdin; without fields where stdin is a terminal, is closed or holds something else. */
export async function readHookEvent(stdin: NodeJS.ReadStream): Promise<HookEvent> {
  if (stdin.isTTY) return parseHookEvent('');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stdin as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) break;
    parts.push(part);
  }
  return parseHookEvent(Buffer.concat(parts).toString());
}

function parseHookEvent(text: string): HookEvent {
  const fields = objectIn(text) ?? {};
  return {
    sessionId: textField(fields, 'session_id'),
    transcriptPath: textField(fields, 'transcript_path'),
    cwd: textField(fields, 'cwd'),
    prompt: textField(fields, 'prompt'),
  };
}

function textField(fields: Record<string, unknown>, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
