import { firstBytes } from '../../../common/text';
import { fenced, fencedRow, fenceRule } from '../../../inference/fence';
import { memoryText, type Memory } from '../../memory';

/** UTF-8 bytes of memories in the prompt: about 25,000 tokens of English. */
const MAX_BYTES = 100_000;
/** Per memory: the backend has the full text. */
const MAX_TEXT_BYTES = 1_000;

/** Asks which memories of a day conflict with other memories of the backend. */
export function conflictPrompt(date: string, memories: readonly Memory[]): string {
  const rows = fitting(memories.map(toRow));
  const rest = memories.length - rows.length;
  return [
    `Below are memories that were created or changed on ${date} (UTC). Find the pairs of memories of this namespace ` +
      'that are at odds and of which at least one is listed below. Leave out all other pairs.',
    'Types: "contradiction": both cannot be true of the same subject at the same time. "update": the newer memory says ' +
      'that what the older one says has changed. "duplicate": both say the same and neither adds anything. When in ' +
      'doubt, leave the pair out. Never pair a memory with itself.',
    'Answer with one JSON object and nothing else: {"conflicts": [{"type": ..., "title": at most 10 words, ' +
      '"old_memory_id": id of the older memory, "new_memory_id": id of the newer one, "description": what exactly is at ' +
      'odds, in one or two sentences, "recommendation": what to do, in one sentence}]}. Write in the language of the ' +
      'memories. Without a conflict the list is empty.',
    fenceRule('memories'),
    fenced('memories', rows),
    ...(rest > 0 ? [`${rest} older memories of the day are not listed.`] : []),
  ].join('\n\n');
}

function toRow(memory: Memory): object {
  const { id, type, createdAt } = memory;
  return { id, type, created: createdAt.toISOString(), text: firstBytes(memoryText(memory), MAX_TEXT_BYTES) };
}

function fitting(rows: readonly object[]): object[] {
  let left = MAX_BYTES;
  return rows.filter((row) => (left -= Buffer.byteLength(fencedRow(row))) >= 0);
}
