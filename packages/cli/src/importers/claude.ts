// Claude: `conversations.json`, `memories.json` and `projects.json` of the data export. Name one of them, or the folder.
// https://support.claude.com/en/articles/9450526 (how to export); the fields as described at
// https://portable-ai-memory.org/providers/anthropic and https://whychose.com/seo/claude-conversation-export-format, read
// in November 2026.
import { isRecord } from '../json.ts';
import {
  type ChatMessage,
  dateOf,
  type Entry,
  type ImportFile,
  type ImportSource,
  recordsOf,
  skipped,
  textOf,
} from './entry.ts';
import { jsonItems } from './json-items.ts';
import { sectionsOf } from './sections.ts';
import { itemsOf } from './split-text.ts';

const ROLES: Readonly<Record<string, string>> = { human: 'user', assistant: 'assistant' };

export async function* readClaude({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    let place = 0;
    for await (const element of jsonItems(file.read(), ['conversations'])) {
      place += 1;
      const where = `${file.name}[${place}]`;
      if (isRecord(element)) yield* entriesOf(element, file, where);
      else yield skipped(where, 'it is no object of a Claude export');
    }
  }
}

function entriesOf(element: Record<string, unknown>, file: ImportFile, place: string): Iterable<Entry> {
  if ('chat_messages' in element) return conversationOf(element, place);
  if ('conversations_memory' in element || 'project_memories' in element) return memoriesOf(element, file);
  if ('prompt_template' in element || 'docs' in element) return projectOf(element, place);
  if ('email_address' in element) return [skipped(place, 'accounts are no memories')];
  return [skipped(place, 'it is neither a conversation, a memory nor a project')];
}

function* conversationOf(conversation: Record<string, unknown>, place: string): Generator<Entry> {
  const ref = textOf(conversation.uuid);
  if (ref === '') {
    yield skipped(place, 'the conversation has no `uuid`, so that a second import would store it again');
    return;
  }
  const messages: ChatMessage[] = [];
  for (const [at, message] of recordsOf(conversation.chat_messages).entries()) {
    const id = textOf(message.uuid) || `${ref}[${at}]`;
    yield* attachmentsOf(message, id);
    const role = ROLES[textOf(message.sender)];
    const content = said(message);
    if (role === undefined) yield skipped(id, 'its sender is neither the person nor Claude');
    else if (content === '') yield skipped(id, 'it has no text');
    else
      messages.push({
        ref: id,
        role,
        content,
        at: dateOf(message.created_at) ?? dateOf(conversation.created_at),
      });
  }
  if (messages.length > 0) yield { kind: 'conversation', ref, messages };
  else yield skipped(ref, 'the conversation has no text');
}

/** The said text without thoughts and calls of tools, which `text` contains in some exports. */
function said(message: Record<string, unknown>): string {
  const parts = recordsOf(message.content)
    .map((part) => (part.type === 'text' ? textOf(part.text) : ''))
    .filter((text) => text !== '');
  return parts.length > 0 ? parts.join('\n') : textOf(message.text);
}

function attachmentsOf(message: Record<string, unknown>, id: string): Entry[] {
  const files = [...recordsOf(message.attachments), ...recordsOf(message.files)];
  return files.map((file) => {
    const name = textOf(file.file_name) || 'attachment';
    return skipped(`${id}/${name}`, 'attachments: use agent-memory upload');
  });
}

/** The memories of Claude itself: texts with headings. */
function* memoriesOf(element: Record<string, unknown>, file: ImportFile): Generator<Entry> {
  yield* memoryText(textOf(element.conversations_memory), 'memory', [], file);
  const projects = isRecord(element.project_memories) ? element.project_memories : {};
  for (const [id, text] of Object.entries(projects)) {
    yield* memoryText(textOf(text), `project-memory/${id}`, [`project:${id}`], file);
  }
}

/** The export has no times for them, so that of the file counts. */
function memoryText(text: string, ref: string, tags: string[], { modifiedAt }: ImportFile): Entry[] {
  if (text === '') return [skipped(ref, 'it is empty')];
  return sectionsOf(text, { bold: true }).flatMap((section) =>
    itemsOf({
      ref: section.slug === '' ? ref : `${ref}#${section.slug}`,
      content: section.text,
      title: section.heading,
      type: 'context',
      tags,
      createdAt: modifiedAt,
      updatedAt: modifiedAt,
    }),
  );
}

function* projectOf(project: Record<string, unknown>, place: string): Generator<Entry> {
  const id = textOf(project.uuid) || place;
  const name = textOf(project.name) || id;
  const content = textOf(project.prompt_template);
  if (content === '') yield skipped(id, 'the project has no instructions');
  else {
    const dates = { createdAt: dateOf(project.created_at), updatedAt: dateOf(project.updated_at) };
    yield* itemsOf({
      ref: id,
      content,
      title: `Instructions of project ${name}`,
      type: 'instruction',
      tags: [`project:${name}`],
      ...dates,
    });
  }
  for (const doc of recordsOf(project.docs)) {
    yield skipped(
      `${id}/${textOf(doc.filename) || textOf(doc.uuid)}`,
      'project files: use agent-memory upload',
    );
  }
}
