// Transcripts of coding agents, of which memories are extracted.
// Claude Code: `~/.claude/projects/*/*.jsonl`, one message in a line (see hooks/transcript.ts).
// Codex: `~/.codex/sessions/**/rollout-*.jsonl`, lines `{timestamp, type, payload}`; codex-rs/protocol/src/protocol.rs
// (RolloutItem, EventMsg) of openai/codex and rollout files in public repositories, read in November 2026.
import { saidByEntry } from '../hooks/transcript.ts';
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
import { jsonLines } from './json-lines.ts';

const NOTHING_SAID = 'the transcript has no text of the person or the assistant';
const NOT_JSON = 'the line is not JSON';
/** What Codex itself writes into messages of the user. */
const NOT_SAID = /^(?:<[a-z_]+>|# AGENTS\.md instructions)/;
const EVENTS: Readonly<Record<string, string>> = { user_message: 'user', agent_message: 'assistant' };

export async function* readClaudeCodeTranscripts({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    const messages: ChatMessage[] = [];
    let place = 0;
    for await (const value of jsonLines(file)) {
      place += 1;
      if (value === null) {
        yield skipped(`${file.name}:${place}`, NOT_JSON);
        continue;
      }
      const at = dateOf(value.timestamp);
      const ref = textOf(value.uuid) || `line ${place}`;
      messages.push(...saidByEntry(value).map((said) => ({ ref, ...said, at })));
    }
    yield conversationOf(file, messages);
  }
}

export async function* readCodexTranscripts({ files }: ImportSource): AsyncGenerator<Entry> {
  for (const file of files) {
    const events: ChatMessage[] = [];
    const items: ChatMessage[] = [];
    let place = 0;
    for await (const value of jsonLines(file)) {
      place += 1;
      if (value === null) yield skipped(`${file.name}:${place}`, NOT_JSON);
      const said = value === null ? null : saidToCodex(value);
      if (said === null) continue;
      const { isEvent, ...message } = said;
      (isEvent ? events : items).push({ ...message, ref: `line ${place}`, at: dateOf(value?.timestamp) });
    }
    // Most versions write each message twice: as an event and as an item of the model's input.
    const hasEvents = events.some(({ role }) => role === 'user');
    yield conversationOf(file, hasEvents ? events : items);
  }
}

interface SaidToCodex {
  role: string;
  content: string;
  isEvent: boolean;
}

/** Null for calls of tools, thoughts and the like. */
function saidToCodex({ type, payload }: Record<string, unknown>): SaidToCodex | null {
  if (!isRecord(payload)) return null;
  if (type === 'event_msg') {
    const role = EVENTS[textOf(payload.type)];
    return role === undefined ? null : saidBy(role, textOf(payload.message), true);
  }
  if (type !== 'response_item' || payload.type !== 'message') return null;
  const role = textOf(payload.role);
  if (role !== 'user' && role !== 'assistant') return null;
  const texts = recordsOf(payload.content).map(({ text }) => textOf(text));
  return saidBy(role, texts.filter((text) => text !== '' && !NOT_SAID.test(text)).join('\n'), false);
}

function saidBy(role: string, content: string, isEvent: boolean): SaidToCodex | null {
  return content === '' || NOT_SAID.test(content) ? null : { role, content, isEvent };
}

/** The name of the file has the id of the session. */
function conversationOf({ name }: ImportFile, messages: ChatMessage[]): Entry {
  const ref = name.replace(/^.*\//, '').replace(/\.jsonl$/, '');
  return messages.length === 0 ? skipped(name, NOTHING_SAID) : { kind: 'conversation', ref, messages };
}
