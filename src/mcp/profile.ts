import type { Memory, MemoryType } from '../backend/memory';
import { firstCodePoints } from '../common/text';
import { NOTES_HEAD, oneLine } from './memory-text';

/** The sections of the profile, and how long the text may be at the end of each, in UTF-16 units. */
export const PROFILE_SECTIONS: readonly { type: MemoryType; title: string; until: number }[] = [
  { type: 'instruction', title: 'Instructions', until: 700 },
  { type: 'preference', title: 'Preferences', until: 1_100 },
  { type: 'decision', title: 'Decisions', until: 1_500 },
];

const MAX_LINE = 200;

/** What every conversation should know, from the newest memories of each section. */
export function profileText(memories: ReadonlyMap<MemoryType, readonly Memory[]>): string {
  let text = NOTES_HEAD;
  for (const { type, title, until } of PROFILE_SECTIONS) {
    let head = `\n\n${title}\n`;
    for (const { content } of memories.get(type) ?? []) {
      const line = `${head}- ${firstCodePoints(oneLine(content), MAX_LINE)}`;
      if (text.length + line.length > until) break;
      text += line;
      head = '\n';
    }
  }
  return text === NOTES_HEAD ? 'Nothing is stored about instructions, preferences or decisions yet.' : text;
}
