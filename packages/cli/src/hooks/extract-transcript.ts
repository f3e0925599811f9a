import { createHash } from 'node:crypto';
import { locateScope, type ScopeOptions } from '../context.ts';
import { sittings } from '../importers/conversations.ts';
import { explain } from './explain.ts';
import { HookService } from './hook-service.ts';
import { SessionToken } from './session-token.ts';
import { readTranscript, type SaidMessage } from './transcript.ts';
import { TranscriptPlaces } from './transcript-places.ts';

const DEADLINE_MS = 120_000;

/** The work of the detached process that `hook stop` starts. It prints nothing and ends with 0 in any case. */
export async function runExtraction(file: string, options: ScopeOptions): Promise<void> {
  await extractTranscript(file, options).catch((error: unknown) => explain(String(error)));
}

/** Extracts memories from what was added to the transcript since the last time. */
async function extractTranscript(file: string, options: ScopeOptions): Promise<void> {
  const places = new TranscriptPlaces();
  const from = places.read(file);
  const { messages, end } = readTranscript(file, from);
  if (end === from) return;
  if (messages.some(({ role }) => role === 'user')) {
    const scope = await locateScope(options);
    const service = new HookService(scope, new SessionToken(scope), AbortSignal.timeout(DEADLINE_MS));
    for (const [at, part] of parts(messages).entries()) {
      // Two hooks that end at one time read the same part: the service does the work once.
      await service.extract(part, keyOf(file, from, end, at));
    }
  }
  // What was not extracted, because the service was away, is read again the next time.
  places.write(file, end);
}

/** Divides messages into requests by number and length: they have no times here. */
function parts(messages: readonly SaidMessage[]): SaidMessage[][] {
  const untimed = messages.map((message) => ({ ...message, ref: '', at: null }));
  return sittings(untimed).map((part) => part.map(({ role, content }) => ({ role, content })));
}

function keyOf(...parts: (string | number)[]): string {
  return `hook-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}
