// ChatGPT: `conversations.json`, or `conversations-000.json` and so on, of the data export. A conversation is a tree;
// `current_node` is the end of the branch that the person sees.
// https://help.openai.com/en/articles/7260999 (how to export); the fields as described at
// https://whychose.com/seo/chatgpt-conversations-json-format and
// https://difegam.github.io/chatgpt-to-markdown/reference/data-models, read in November 2026.
import { isRecord } from '../json.ts';
import { type ChatMessage, dateOf, type Entry, type ImportSource, skipped, textOf } from './entry.ts';
import { jsonItems } from './json-items.ts';

/** Whose messages are read. */
const SPEAKERS = new Set(['user', 'assistant']);
const TEXTS = new Set(['text', 'multimodal_text']);

export async function* readChatGpt({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    let place = 0;
    for await (const element of jsonItems(file.read(), ['conversations'])) {
      place += 1;
      const where = `${file.name}[${place}]`;
      if (isRecord(element) && isRecord(element.mapping)) yield* entriesOf(element, element.mapping, where);
      else yield skipped(where, 'it has no `mapping`: name the conversations.json of a ChatGPT export');
    }
  }
}

function* entriesOf(
  conversation: Record<string, unknown>,
  mapping: Record<string, unknown>,
  place: string,
): Generator<Entry> {
  const ref = textOf(conversation.conversation_id) || textOf(conversation.id);
  if (ref === '') {
    yield skipped(place, 'the conversation has no id, so that a second import would store it again');
    return;
  }
  const messages: ChatMessage[] = [];
  for (const [id, message] of branchOf(mapping, textOf(conversation.current_node))) {
    const read = messageOf(message, id, dateOf(conversation.create_time));
    if (read?.kind === 'skipped') yield read;
    else if (read) messages.push(read.message);
  }
  if (messages.length > 0) yield { kind: 'conversation', ref, messages };
  else yield skipped(ref, 'the conversation has no text');
}

/** The messages from the root to the node, or to the newest one where the export names none. */
function branchOf(mapping: Record<string, unknown>, current: string): [string, Record<string, unknown>][] {
  const path: [string, Record<string, unknown>][] = [];
  const seen = new Set<string>();
  let id = current in mapping ? current : newestLeaf(mapping);
  while (id !== '' && !seen.has(id)) {
    seen.add(id);
    const node = mapping[id];
    if (!isRecord(node)) break;
    if (isRecord(node.message)) path.push([id, node.message]);
    id = textOf(node.parent);
  }
  return path.reverse();
}

function newestLeaf(mapping: Record<string, unknown>): string {
  let newest = '';
  let time = -Infinity;
  for (const [id, node] of Object.entries(mapping)) {
    if (!isRecord(node) || (Array.isArray(node.children) && node.children.length > 0)) continue;
    const at = isRecord(node.message) ? (dateOf(node.message.create_time)?.getTime() ?? 0) : -1;
    if (at > time) [newest, time] = [id, at];
  }
  return newest;
}

type Read = { kind: 'message'; message: ChatMessage } | ReturnType<typeof skipped> | null;

/** Null for nodes that hold nothing. */
function messageOf(message: Record<string, unknown>, id: string, fallback: Date | null): Read {
  const content = isRecord(message.content) ? message.content : {};
  const type = textOf(content.content_type);
  if (type === 'user_editable_context') {
    return skipped(id, 'custom instructions: store them with agent-memory remember');
  }
  if (message.weight === 0 || isHidden(message.metadata)) return null;
  const role = isRecord(message.author) ? textOf(message.author.role) : '';
  if (role === 'system') return null;
  const reason = reasonToSkip(role, textOf(message.recipient), type);
  if (reason !== null) return skipped(id, reason);
  const text = partsOf(content.parts);
  if (text === '') return type === 'text' ? null : skipped(id, 'pictures and files without text');
  const at = dateOf(message.create_time) ?? fallback;
  return { kind: 'message', message: { ref: id, role, content: text, at } };
}

function reasonToSkip(role: string, recipient: string, type: string): string | null {
  if (!SPEAKERS.has(role)) return `messages of ${role || 'no role'} are no statements`;
  if (recipient !== '' && recipient !== 'all') return 'calls of tools are no statements';
  return TEXTS.has(type) ? null : `content of type ${type || 'unknown'} is no statement`;
}

function isHidden(metadata: unknown): boolean {
  return isRecord(metadata) && metadata.is_visually_hidden_from_conversation === true;
}

/** Texts, and the transcripts of speech. */
function partsOf(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  return parts
    .map((part: unknown) => {
      if (typeof part === 'string') return part.trim();
      return isRecord(part) && part.content_type === 'audio_transcription' ? textOf(part.text) : '';
    })
    .filter((text) => text !== '')
    .join('\n');
}
