import { Injectable } from '@nestjs/common';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Memory, MemoryType } from '../backend/memory';
import { DomainError } from '../common/domain-error';
import { firstCodePoints } from '../common/text';
import { UUID_ANY_CASE } from '../common/uuid';
import { MemoriesService } from '../memories/memories.service';
import { ListingsService } from '../recall/listings.service';
import type { ActiveSession } from '../sessions/session';
import type { McpCaller } from './mcp-admission.service';
import { McpSessions } from './mcp-sessions.service';
import { shownOne, oneLine } from './memory-text';
import { asNotes, NOTES_FRAME, shownText } from './stored-notes';
import { toolFailure } from './tool-failure';

/** The sections of the profile, and how long the text may be at the end of each, in UTF-16 units. */
const PROFILE_SECTIONS: readonly { type: MemoryType; title: string; until: number }[] = [
  { type: 'instruction', title: 'Instructions', until: 700 },
  { type: 'preference', title: 'Preferences', until: 1_100 },
  { type: 'decision', title: 'Decisions', until: 1_500 },
];

const MAX_LINE = 200;

/** The text of the profile, from the newest current memories of each section. */
export function profileText(memories: ReadonlyMap<MemoryType, readonly Memory[]>): string {
  let text = '';
  for (const { type, title, until } of PROFILE_SECTIONS) {
    let head = `${text === '' ? '' : '\n'}\n${title}\n`;
    for (const { content } of memories.get(type) ?? []) {
      const line = `${head}- ${shortened(content)}`;
      if (NOTES_FRAME + text.length + line.length > until) break;
      text += line;
      head = '\n';
    }
  }
  return text === '' ? 'Nothing is stored about instructions, preferences or decisions yet.' : asNotes(text);
}

function shortened(content: string): string {
  // Hidden characters that are written out take more room.
  return firstCodePoints(shownText(firstCodePoints(oneLine(content), MAX_LINE)), MAX_LINE);
}

const PROFILE = 'memory://profile';
const MEMORY = 'memory://memories/';
/** Memories that are read of each section of the profile; those that do not hold now are left out. */
const NEWEST = 50;

export const RESOURCES = [
  {
    uri: PROFILE,
    name: 'profile',
    title: 'Profile',
    description: 'Instructions, preferences and decisions, the newest first',
    mimeType: 'text/plain',
  },
];

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${MEMORY}{memory_id}`,
    name: 'memory',
    title: 'Memory',
    description: 'One memory with its whole content',
    mimeType: 'text/plain',
  },
];

/** The resources that clients can attach to a conversation. */
@Injectable()
export class MemoryResources {
  constructor(
    private readonly sessions: McpSessions,
    private readonly memories: MemoriesService,
    private readonly listings: ListingsService,
  ) {}

  /** Throws a ProtocolError. */
  async read(uri: string, caller: McpCaller) {
    try {
      return { contents: [{ uri, mimeType: 'text/plain', text: await this.textOf(uri, caller) }] };
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const isUnknown = error instanceof DomainError && error.code === 'memory_not_found';
      if (isUnknown) throw new ResourceNotFoundError(uri);
      throw new ProtocolError(ProtocolErrorCode.InternalError, toolFailure(error).sentence);
    }
  }

  private async textOf(uri: string, caller: McpCaller): Promise<string> {
    if (uri === PROFILE) return this.profile(await this.sessions.sessionFor(caller));
    const id = uri.startsWith(MEMORY) ? uri.slice(MEMORY.length) : '';
    if (!UUID_ANY_CASE.test(id)) throw new ResourceNotFoundError(uri.slice(0, 200));
    const session = await this.sessions.sessionFor(caller);
    const memory = await this.memories.get(session, id.toLowerCase());
    const isCurrent = await this.listings.currentOf(session, [memory]);
    return shownOne({ memory, isCurrent: isCurrent(memory) }).text;
  }

  private async profile(session: ActiveSession): Promise<string> {
    const sections = PROFILE_SECTIONS.map(async ({ type }) => {
      const { memories } = await this.listings.recent(session, {
        type: [type],
        limit: NEWEST,
        status: 'active',
      });
      const isCurrent = await this.listings.currentOf(session, memories);
      return [type, memories.filter(isCurrent)] as const;
    });
    return profileText(new Map(await Promise.all(sections)));
  }
}
