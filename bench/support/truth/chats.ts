import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BenchConversation, BenchMemory } from '../dataset';
import { ADVERSARIAL } from '../evidence-recall';
import { mean, placeOf, type Figures, type RankerOf } from './rankers';

const LIMIT = 100;
const SHOWN = 10;

interface ChatMessage {
  id: number;
  role: 'user' | 'assistant';
  content: string;
}

interface ChatBatch {
  batch_number: number;
  turns: (ChatMessage | null)[][];
}

export type Sources = number | null | Sources[] | { [part: string]: Sources };

interface ChatQuestion {
  question: string;
  source_chat_ids?: Sources;
}

/** A question of a chat that asks for what replaced something. */
interface UpdateQuestion {
  question: string;
  older: string[];
  newer: string[];
}

export interface Chat extends BenchConversation {
  updates: UpdateQuestion[];
}

/** Chats of the public BEAM benchmark: a folder a chat, with `chat.json` and `probing_questions`. */
export async function readChats(folder: string): Promise<Chat[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.map((name) => readChat(path.join(folder, name), name)));
}

async function readChat(folder: string, conversation: string): Promise<Chat> {
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(folder, file), 'utf8')) as unknown;
  const batches = (await read('chat.json')) as ChatBatch[];
  const asked = (await read('probing_questions/probing_questions.json')) as Record<string, ChatQuestion[]>;
  const questions = Object.entries(asked).flatMap(([category, each]) =>
    each.map(({ question, source_chat_ids: ids }) => ({ question, category, evidence: idsIn(ids) })),
  );
  const updates = (asked.knowledge_update ?? []).map(({ question, source_chat_ids: ids }) => {
    const parts = ids as { original_info?: Sources; updated_info?: Sources };
    return { question, older: idsIn(parts.original_info), newer: idsIn(parts.updated_info) };
  });
  return { conversation, memories: batches.flatMap(messagesOf), questions, updates };
}

function messagesOf({ batch_number: session, turns }: ChatBatch): BenchMemory[] {
  const messages = turns.flat().filter((message) => message !== null);
  return messages.map(({ id, role, content }) => {
    const speaker = role === 'user' ? 'User' : 'Assistant';
    // Each message ends with a note of the benchmark itself.
    const said = content.split('->->')[0] ?? '';
    return { id: String(id), session: String(session), content: `${speaker}: ${said.trim()}` };
  });
}

/** Of a message that a question comes after, in UTF-16 units. */
const MOST_BEFORE = 400;

/** The beginnings of what the users of the chats say, in whole sentences. */
export function messagesOfUsers(chats: readonly Chat[]): string[] {
  const said = chats.flatMap(({ memories }) =>
    memories.filter(({ content }) => content.startsWith('User: ')),
  );
  return said.map(({ content }) => {
    const text = content.slice('User: '.length, MOST_BEFORE);
    const end = Math.max(text.lastIndexOf('. '), text.lastIndexOf('? ')) + 1;
    return end > 0 ? text.slice(0, end) : `${text.split('\n')[0] ?? ''}.`;
  });
}

/** Of the messages that a question was made from. */
export function idsIn(sources: Sources | undefined): string[] {
  if (sources === null || sources === undefined) return [];
  if (typeof sources === 'number') return [String(sources)];
  return [...new Set(Object.values(sources).flatMap(idsIn))];
}

/** The same conversations without the names of the speakers. */
export function withoutNames(talks: readonly BenchConversation[]): BenchConversation[] {
  const bare = (content: string): string => content.replace(/^(\[[^\]]*\] )?[A-Z][^:]{0,40}: /, '$1');
  return talks.map((talk) => ({
    ...talk,
    memories: talk.memories.map((memory) => ({ ...memory, content: bare(memory.content) })),
  }));
}

/** Shares of the evidence found. With updates: also counted by exchanges, and how often the newer comes first. */
export async function chatRows(
  name: string,
  talks: readonly (BenchConversation & Partial<Chat>)[],
  rankerOf: RankerOf,
): Promise<Figures> {
  const [at10, at40, exchanges, newerFirst]: number[][] = [[], [], [], []];
  for (const { memories, questions, updates = [] } of talks) {
    const ranker = await rankerOf(memories);
    const otherHalf = exchangesOf(memories);
    for (const { question, category, evidence } of questions) {
      if (evidence.length === 0 || category === ADVERSARIAL) continue;
      const found = await ranker.find(question, LIMIT);
      const first = new Set(found.slice(0, SHOWN));
      at10?.push(shareIn(evidence, (id) => first.has(id)));
      at40?.push(shareIn(evidence, (id) => found.indexOf(id) >= 0 && found.indexOf(id) < 40));
      exchanges?.push(shareIn(evidence, (id) => first.has(id) || first.has(otherHalf(id))));
    }
    for (const { question, older, newer } of updates) {
      const found = await ranker.find(question, LIMIT);
      newerFirst?.push(placeOf(newer, found) < placeOf(older, found) ? 1 : 0);
    }
  }
  const rows = { [`${name}: R@10`]: mean(at10 ?? []), [`${name}: R@40`]: mean(at40 ?? []) };
  if (newerFirst?.length === 0) return rows;
  return {
    ...rows,
    [`${name}: exchanges at 10`]: mean(exchanges ?? []),
    [`${name}: newer first`]: mean(newerFirst ?? []),
  };
}

function shareIn(evidence: readonly string[], isFound: (id: string) => boolean): number {
  return evidence.filter(isFound).length / evidence.length;
}

/** A message of the user and the reply after it are one exchange. */
function exchangesOf(memories: readonly BenchMemory[]): (id: string) => string {
  const places = new Map(memories.map(({ id }, at) => [id, at]));
  return (id) => {
    const at = places.get(id) ?? 0;
    const isUser = memories[at]?.content.startsWith('User: ') === true;
    return memories[isUser ? at + 1 : at - 1]?.id ?? id;
  };
}
