import { uuidv7 } from 'uuidv7';
import { memoryJson } from '../../src/backend/embedded/memory-rows';
import { contentKey } from '../../src/backend/fingerprints';
import { deriveTitle } from '../../src/backend/memory';
import { newMemory as asRemembered } from '../../src/memories/new-memory';

/** Every column of a new memory, with the service's defaults. */
const BLANK = memoryJson(asRemembered({ content: '' }, { by: '', sessionId: '', at: new Date(0) }, ''));

/** As `remember` stores it. */
export function newMemory({ agentId, sessionId }: { agentId: string; sessionId: string }, content: string) {
  return {
    ...BLANK,
    id: uuidv7(),
    session_id: sessionId,
    title: deriveTitle(content),
    content,
    content_key: contentKey(content),
    type: 'fact',
    confidence: 0.8,
    provenance: 'explicit_statement',
    actor_id: agentId,
    created_at: new Date(),
  };
}
