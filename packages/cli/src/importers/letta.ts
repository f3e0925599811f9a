// Letta: an agent file (`.af`), in its present form (`{agents, blocks, …}`) and in its first one (`{core_memory, messages,
// …}`), and the list of archival passages, which no agent file holds.
// https://docs.letta.com/guides/core-concepts/agent-file, letta/schemas/agent_file.py and
// letta/serialize_schemas/pydantic_agent_schema.py of letta-ai/letta, read in November 2026.
import {
  type ChatMessage,
  dateOf,
  type Entry,
  type ImportFile,
  type ImportSource,
  listOf,
  recordsOf,
  skipped,
  textOf,
} from './entry.ts';
import { isRecord, objectIn } from '../json.ts';
import type { MemoryType } from '../options.ts';
import { jsonItems } from './json-items.ts';
import { itemsOf } from './split-text.ts';

/** Code points of an agent file are mostly tools; the whole file is one element. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const BLOCK_TYPES: Readonly<Record<string, MemoryType>> = { persona: 'instruction', human: 'fact' };

export async function* readLetta({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    let place = 0;
    for await (const element of jsonItems(file.read(), ['passages'], MAX_FILE_BYTES)) {
      place += 1;
      const where = `${file.name}[${place}]`;
      if (!isRecord(element)) yield skipped(where, 'it is no object of Letta');
      else if ('text' in element) yield* passage(element, where);
      else yield* agentFile(element, file, where);
    }
  }
}

function passage(element: Record<string, unknown>, place: string): Entry[] {
  const id = textOf(element.id);
  const content = textOf(element.text);
  if (id === '')
    return [skipped(place, 'the passage has no `id`, so that a second import would store it again')];
  if (content === '') return [skipped(id, 'the passage is empty')];
  const dates = { createdAt: dateOf(element.created_at), updatedAt: dateOf(element.updated_at) };
  return itemsOf({ ref: id, content, tags: listOf(element.tags), ...dates });
}

function* agentFile(element: Record<string, unknown>, file: ImportFile, place: string): Generator<Entry> {
  const agents = Array.isArray(element.agents) ? recordsOf(element.agents) : [element];
  const blocks = recordsOf(element.blocks ?? element.core_memory);
  if (blocks.length === 0 && agents.every(({ messages }) => recordsOf(messages).length === 0)) {
    yield skipped(place, 'it is no agent file of Letta, or one without memory blocks and messages');
    return;
  }
  const name = textOf(element.name) || textOf(agents[0]?.name) || file.name;
  for (const block of blocks) yield* blockOf(block, name, dateOf(element.created_at) ?? file.modifiedAt);
  for (const agent of agents) yield* chatOf(agent, name);
  yield* leftOut(element.files, 'files: use agent-memory upload');
  yield* leftOut(element.tools, 'tools are no memories');
}

function leftOut(list: unknown, reason: string): Entry[] {
  return recordsOf(list).map((each) =>
    skipped(textOf(each.id) || textOf(each.name) || textOf(each.file_name) || 'unnamed', reason),
  );
}

function blockOf(block: Record<string, unknown>, agent: string, fallback: Date): Entry[] {
  const label = textOf(block.label) || 'block';
  const ref = `${agent}/${label}`;
  const content = textOf(block.value);
  if (content === '') return [skipped(ref, 'the memory block is empty')];
  return itemsOf({
    ref,
    content,
    title: `${label} (${agent})`,
    type: BLOCK_TYPES[label] ?? 'context',
    tags: ['memory-block', label],
    createdAt: dateOf(block.created_at) ?? fallback,
    updatedAt: dateOf(block.updated_at) ?? fallback,
  });
}

function* chatOf(agent: Record<string, unknown>, name: string): Generator<Entry> {
  const messages: ChatMessage[] = [];
  const id = textOf(agent.name) || name;
  for (const [at, message] of recordsOf(agent.messages).entries()) {
    const ref = textOf(message.id) || `${id}/messages[${at}]`;
    const said = saidIn(message);
    if ('reason' in said) yield skipped(ref, said.reason);
    else messages.push({ ref, ...said, at: dateOf(message.created_at) });
  }
  if (messages.length > 0) yield { kind: 'conversation', ref: id, messages };
}

function saidIn(message: Record<string, unknown>): { role: string; content: string } | { reason: string } {
  const role = textOf(message.role);
  if (role === 'system' || role === 'tool') return { reason: `messages of the ${role} are no statements` };
  const text = contentOf(message.content);
  if (role === 'user') {
    const content = userText(text);
    return content === null ? { reason: 'events of Letta are no statements' } : { role, content };
  }
  const content = sentMessages(message.tool_calls) || text;
  return content === '' ? { reason: 'it has no text' } : { role, content };
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  return recordsOf(content)
    .map((part) => (part.type === 'text' ? textOf(part.text) : ''))
    .filter((text) => text !== '')
    .join('\n');
}

/** Letta wraps what a user writes, and its own events, in JSON. Null for an event. */
function userText(text: string): string | null {
  const packed = text.startsWith('{') ? objectIn(text) : null;
  if (packed === null || !('type' in packed)) return text === '' ? null : text;
  return packed.type === 'user_message' ? textOf(packed.message) || null : null;
}

/** Older agents speak by calling the tool `send_message`. */
function sentMessages(calls: unknown): string {
  return recordsOf(calls)
    .map(({ function: called }) =>
      isRecord(called) && called.name === 'send_message'
        ? textOf(objectIn(textOf(called.arguments))?.message)
        : '',
    )
    .filter((text) => text !== '')
    .join('\n');
}
