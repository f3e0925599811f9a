// Zep: lists of the graph (edges, which are facts, and episodes) and the messages of threads or sessions, as the SDKs and
// the HTTP interface return them: `[…]`, `{edges: […]}`, `{episodes: […]}`, `{messages: […]}`, `{items: […]}` (version 4)
// or `{facts: […]}` (version 1).
// https://help.getzep.com/sdk-reference/graph/edge/list, /graph/edge/get-user-edges, /graph/episode/get-user-episodes and
// /thread/get-messages of versions 2 to 4, read in November 2026.
import { Conversations } from './conversations.ts';
import { isRecord } from '../json.ts';
import { dateOf, type Entry, type ImportFile, type ImportSource, itemOf, skipped, textOf } from './entry.ts';
import { jsonItems } from './json-items.ts';
import { itemsOf } from './split-text.ts';

const LISTS = ['edges', 'episodes', 'messages', 'facts', 'items'];

export async function* readZep({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    const chats = new Conversations();
    let place = 0;
    for await (const element of jsonItems(file.read(), LISTS)) {
      place += 1;
      yield* entriesOf(element, `${file.name}[${place}]`, chats, file);
    }
    yield* chats.all();
  }
}

function entriesOf(element: unknown, place: string, chats: Conversations, file: ImportFile): Entry[] {
  if (!isRecord(element)) return [skipped(place, 'it is no object of Zep')];
  const ref = textOf(element.uuid) || place;
  if ('fact' in element) return [factOf(element, ref)];
  const content = textOf(element.content);
  if (content === '') return [skipped(ref, 'it has neither a `fact` nor `content`')];
  const role = roleOf(element);
  if (role !== null) {
    const chat = textOf(element.session_id) || textOf(element.thread_id) || file.name;
    chats.add(chat, { ref, role, content, at: dateOf(element.created_at) });
    return [];
  }
  if (element.source === 'json') return [skipped(ref, 'it is a JSON episode: its facts are in the edges')];
  return itemsOf({ ref, content, type: 'context', createdAt: dateOf(element.created_at) });
}

function factOf(edge: Record<string, unknown>, ref: string): Entry {
  const content = textOf(edge.fact);
  if (content === '') return skipped(ref, 'its fact is empty');
  if (ref !== textOf(edge.uuid))
    return skipped(ref, 'it has no `uuid`, so that a second import would store it again');
  const invalidAt = dateOf(edge.invalid_at) ?? dateOf(edge.expired_at);
  const isPast = invalidAt !== null && invalidAt <= new Date();
  return itemOf({
    ref,
    content,
    tags: [edge.name],
    createdAt: dateOf(edge.created_at) ?? dateOf(edge.valid_at),
    expired: isPast ? { at: invalidAt, by: 'zep: no longer valid' } : null,
  });
}

/** A name is a person; `role_type` says what kind of speaker it is. Null if the turn names no speaker. */
function roleOf({ role_type: type, role, name }: Record<string, unknown>): string | null {
  const kind = textOf(type) || textOf(role);
  if (kind === '' || kind === 'norole') return textOf(role) || null;
  return kind === 'user' ? textOf(name) || (textOf(type) ? textOf(role) : '') || 'user' : kind;
}
