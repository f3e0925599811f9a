import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { idsIn, readChats, type Sources } from '../truth/chats';
import type { Contestant, Rows } from './contestant';
import { judgedPairs } from './judges';
import { candidatesOf } from './pair-store';

interface BeamChat {
  /** Texts of the user's messages, in their order. */
  messages: string[];
  all: number;
  /** Places of messages of which some pair changes or contradicts. */
  updates: [older: number[], newer: number[]][];
  contradictions: [one: number[], other: number[]][];
}

/** The chats of BEAM with the messages that its questions about updates and contradictions name. */
export async function beamChats(folder: string): Promise<BeamChat[]> {
  const chats = await readChats(folder);
  return Promise.all(
    chats.map(async ({ conversation, memories, updates }) => {
      const file = path.join(folder, conversation, 'probing_questions/probing_questions.json');
      const asked = JSON.parse(await readFile(file, 'utf8')) as Record<
        string,
        { source_chat_ids?: Sources }[]
      >;
      const said = memories.filter(({ content }) => content.startsWith('User: '));
      const places = new Map(said.map(({ id }, at) => [id, at]));
      const placesOf = (ids: readonly string[]): number[] => ids.flatMap((id) => places.get(id) ?? []);
      const contradictions = (asked.contradiction_resolution ?? []).map(({ source_chat_ids: ids }) => {
        const parts = (ids ?? {}) as { first_statement?: Sources; second_statement?: Sources };
        const [one, other] = [idsIn(parts.first_statement), idsIn(parts.second_statement)];
        return [placesOf(one), placesOf(other)] as [number[], number[]];
      });
      return {
        messages: said.map(({ content }) => content),
        all: memories.length,
        updates: updates.map(
          ({ older, newer }) => [placesOf(older), placesOf(newer)] as [number[], number[]],
        ),
        contradictions,
      };
    }),
  );
}

/** Shares of the questions of which a pair of messages is linked, and links per 1,000 messages of both sides. */
export async function beamRows(chats: readonly BeamChat[], { judge, embed, log }: Contestant): Promise<Rows> {
  let [links, all] = [0, 0];
  const shares: Record<'updates' | 'contradictions', boolean[]> = { updates: [], contradictions: [] };
  for (const chat of chats) {
    const { messages } = chat;
    const pairs = await candidatesOf(
      messages.map((text) => ({ text, thread: null })),
      'english',
      embed,
    );
    const linked = new Set<string>();
    for (const { older, newer, kind } of judgedPairs(judge, messages, pairs)) {
      if (kind !== 'none') linked.add(`${older} ${newer}`);
    }
    links += linked.size;
    all += chat.all;
    for (const kind of ['updates', 'contradictions'] as const) {
      const found = chat[kind].flatMap((places) => isLinked(places, linked));
      shares[kind].push(...found);
      found.forEach((is, at) => is || log?.(`long chats, ${kind}: missed ${at}`));
    }
  }
  const shareOf = (found: readonly boolean[]): number => found.filter(Boolean).length / found.length;
  return {
    [`long chats: updates linked of ${shares.updates.length}`]: shareOf(shares.updates),
    [`long chats: contradictions linked of ${shares.contradictions.length}`]: shareOf(shares.contradictions),
    [`long chats: links per 1,000 of ${all} messages`]: (1000 * links) / all,
  };
}

/** Whether one of the pairs of messages is linked; none for a question of which one message holds both. */
function isLinked([one, other]: [number[], number[]], linked: ReadonlySet<string>): boolean[] {
  const keys = one.flatMap((a) => other.map((b) => (a < b ? `${a} ${b}` : `${b} ${a}`)));
  if (keys.length === 0 || one.every((place) => other.includes(place))) return [];
  return [keys.some((key) => linked.has(key))];
}
