import { Injectable } from '@nestjs/common';
import { isQuarantined, plantedReasons } from '../../backend/judged-memory';
import type { HistoryEntry, Memory } from '../../backend/memory';
import { firstCodePoints } from '../../common/text';
import { invalid } from '../../common/validation-error';
import { readRequest } from '../../common/validation.pipe';
import { conflictsAmong } from '../../links/link';
import type { IsCurrent } from '../../memories/currency.service';
import { MemoriesService } from '../../memories/memories.service';
import { AsOfRequest, ChangedSinceRequest, RecentRequest } from '../../recall/listings.dto';
import { SUPERSEDED } from '../../recall/recall-request';
import { RecallRequest } from '../../recall/recall.dto';
import { CUTS } from '../../recall/cut';
import { agentIdOf } from '../../recall/searched-agents';
import { ListingsService } from '../../recall/listings.service';
import { RecallService, type RecallAnswer } from '../../recall/recall.service';
import { shownScore } from '../../recall/shown-score';
import { fittingLines, oneLine, SHOWN_CONTENT, shownList, shownOne, type ShownList } from '../memory-text';
import { asNotes } from '../stored-notes';
import {
  argumentsOf,
  COUNT,
  described,
  FLAG,
  INSTANT,
  listOf,
  MEMORIES,
  MEMORY,
  notesOf,
  RECALLED,
  resultOf,
  SHARE,
  TAGS,
  TEXT,
  TYPES,
  withDefault,
  READ_ONLY,
} from '../schema';
import type { Tool, ToolCall, ToolResult } from '../tool';
import { flagOf, memoryIdOf, pick } from '../tool-arguments';

const RECALL_LIMIT = 8;
const RECENT_LIMIT = 20;
const HISTORY_LIMIT = 50;
/** Former contents that `get` shows. */
const FORMER = 5;

const NONE_BEARS = 'No memory bears on the query. Ask in other words, or with cut: none for the nearest.';
const WEAK = 'These memories may bear on the query.';

const FORMER_CONTENT = resultOf({ until: TEXT, content: TEXT });

/** Accepted by every argument that names an instant. */
const WHEN = 'ISO date or time, an age such as 2d, or last week';
const WHEN_IT = described(INSTANT, WHEN);
const LIMIT = { type: 'integer', minimum: 1, maximum: 100 };

@Injectable()
export class ReadingTools {
  constructor(
    private readonly recalls: RecallService,
    private readonly listings: ListingsService,
    private readonly memories: MemoriesService,
  ) {}

  readonly recall: Tool = {
    name: 'recall',
    scoped: true,
    title: 'Recall',
    description:
      'Find memories by meaning: before a task, and when the user refers to earlier things. Ask in full words about one thing; then in others.',
    inputSchema: argumentsOf(
      {
        query: TEXT,
        limit: withDefault(LIMIT, RECALL_LIMIT),
        type: TYPES,
        tags: TAGS,
        scopes: TAGS,
        created_after: WHEN_IT,
        created_before: INSTANT,
        valid_at: described(INSTANT, 'Held then'),
        superseded: described(withDefault(FLAG, false), 'Also former ones'),
        min_score: described(SHARE, '0.6: restates the query; 0.2: more than a common word'),
        cut: described(withDefault({ type: 'string', enum: [...CUTS] }, 'auto'), 'auto: only what bears'),
        full: described(withDefault(FLAG, false), 'Whole contents'),
      },
      ['query'],
    ),
    outputSchema: RECALLED,
    ...READ_ONLY,
    run: (call) => this.search(call),
  };

  readonly recent: Tool = {
    name: 'recent',
    scoped: true,
    title: 'Recent memories',
    description: 'List memories, newest first. since: new or changed since. as_of: as they were then.',
    inputSchema: argumentsOf({
      limit: withDefault(LIMIT, RECENT_LIMIT),
      type: TYPES,
      tags: TAGS,
      since: INSTANT,
      as_of: INSTANT,
    }),
    outputSchema: MEMORIES,
    ...READ_ONLY,
    run: (call) => this.list(call),
  };

  readonly get: Tool = {
    name: 'get',
    scoped: true,
    title: 'One memory',
    description: 'One memory whole, with its last former ones.',
    inputSchema: argumentsOf({ memory_id: TEXT }, ['memory_id']),
    outputSchema: {
      ...MEMORY,
      properties: { ...MEMORY.properties, notice: TEXT, former: listOf(FORMER_CONTENT) },
    },
    ...READ_ONLY,
    run: async (call) => {
      const id = memoryIdOf(call);
      const memory = await this.memories.get(call.session, id);
      const page = { after: null, limit: HISTORY_LIMIT };
      const { entries } = await this.memories.history(call.session, id, page);
      const former = isQuarantined(memory) ? [] : entries.flatMap(formerContent).slice(0, FORMER);
      const lines = former.map(({ until, content }) => `Until ${until}: ${oneLine(content)}`);
      const isCurrent = await this.listings.currentOf(call.session, [memory]);
      const { text, structured } = shownOne({ memory, isCurrent: isCurrent(memory) }, lines);
      return {
        text,
        structured: { ...structured, ...(former.length > 0 && { former }) },
        operation: 'get',
        count: 1,
      };
    },
  };

  readonly history: Tool = {
    name: 'history',
    scoped: true,
    title: 'History of a memory',
    description: `What happened to a memory and what it said before, newest first; the last ${HISTORY_LIMIT} events.`,
    inputSchema: argumentsOf({ memory_id: TEXT }, ['memory_id']),
    outputSchema: notesOf({
      memory_id: TEXT,
      entries: listOf(resultOf({ at: TEXT, event: TEXT, by: TEXT }, { former_content: TEXT })),
      count: COUNT,
    }),
    ...READ_ONLY,
    run: (call) => this.readHistory(call),
  };

  private async search(call: ToolCall): Promise<ToolResult> {
    const { args } = call;
    const request = await readRequest(
      RecallRequest,
      {
        ...pick(call, 'query', 'type', 'tags', 'scopes', 'created_after', 'created_before', 'valid_at'),
        limit: args.limit ?? RECALL_LIMIT,
        min_similarity: args.min_score,
        cut: args.cut ?? 'auto',
        ...(flagOf(call, 'superseded', false) && { include: SUPERSEDED }),
      },
      'body',
    );
    const full = flagOf(call, 'full', false);
    const answer = await this.recalls.recall(call.session, request);
    const agentOf = agentIdOf(call.session);
    const conflicts = conflictsAmong(answer.openLinks);
    const listed = answer.results.map((found) => ({
      memory: found.memory,
      score: shownScore(found.score),
      isCurrent: answer.isCurrent(found.memory),
      conflicts: conflicts.get(found.memory.id),
      ...(found.namespace !== undefined && { agentId: agentOf(found) }),
    }));
    const none = answer.leftOut ? NONE_BEARS : 'No memory fits the query.';
    return withVerdict(toResult('recall', shownList(listed, { full, none })), answer);
  }

  private async list(call: ToolCall): Promise<ToolResult> {
    const { session, args } = call;
    const filter = { ...pick(call, 'type', 'tags'), limit: args.limit ?? RECENT_LIMIT };
    const [since, asOf] = [args.since ?? null, args.as_of ?? null];
    if (since !== null && asOf !== null) throw invalid(['as_of'], 'Give since or as_of, not both', asOf);
    if (asOf !== null) {
      const request = await readRequest(AsOfRequest, { ...filter, as_of: asOf }, 'body');
      const { memories, at } = await this.listings.asOf(session, request);
      return listing('as-of', memories, { isCurrent: await this.listings.currentOf(session, memories, at) });
    }
    const active = { ...filter, status: 'active' };
    if (since !== null) {
      const request = await readRequest(ChangedSinceRequest, { ...active, since }, 'body');
      const { memories } = await this.listings.changedSince(session, request);
      const isCurrent = await this.listings.currentOf(session, memories);
      return listing('changed-since', memories, { isCurrent, withUpdate: true });
    }
    const request = await readRequest(RecentRequest, active, 'body');
    const { memories } = await this.listings.recent(session, request);
    return listing('recent', memories, { isCurrent: await this.listings.currentOf(session, memories) });
  }

  /** A memory that was deleted is not. */
  private async isHeldBack(session: ToolCall['session'], id: string): Promise<boolean> {
    const [memory] = await this.memories.existing(session, [id]);
    return memory !== undefined && isQuarantined(memory);
  }

  private async readHistory(call: ToolCall): Promise<ToolResult> {
    const id = memoryIdOf(call);
    const { session } = call;
    const { entries } = await this.memories.history(session, id, {
      after: null,
      limit: HISTORY_LIMIT,
    });
    const isHeldBack = await this.isHeldBack(session, id);
    const shown = entries.map((entry) => {
      const [former] = isHeldBack ? [] : formerContent(entry);
      const { at, event, by } = entry;
      return { at: at.toISOString(), event, by, ...(former && { former_content: former.content }) };
    });
    const lines = shown.map(({ at, event, by, former_content }) => {
      const before = former_content === undefined ? '' : `; before: ${oneLine(former_content)}`;
      return `${at} ${event} by ${oneLine(by)}${before}`;
    });
    const fitting = fittingLines(lines);
    const leftOut = lines.length - fitting.length;
    const more = leftOut > 0 ? [`${leftOut} older ones did not fit.`] : [];
    return {
      text: asNotes([...fitting, ...more].join('\n')),
      structured: { memory_id: id, entries: shown, count: shown.length },
      operation: 'history',
      count: 1,
    };
  }
}

/** The content of a memory before an edit, unless that looks planted. */
function formerContent({ at, former }: HistoryEntry): { until: string; content: string }[] {
  const content = former?.content;
  if (typeof content !== 'string' || plantedReasons({ content }).length > 0) return [];
  return [{ until: at.toISOString(), content: firstCodePoints(content, SHOWN_CONTENT) }];
}

function listing(
  operation: string,
  memories: readonly Memory[],
  { isCurrent, withUpdate = false }: { isCurrent: IsCurrent; withUpdate?: boolean },
): ToolResult {
  const listed = memories.map((memory) => ({ memory, isCurrent: isCurrent(memory) }));
  return toResult(operation, shownList(listed, { withUpdate, none: 'There are no such memories.' }));
}

/** A model reads the text, so it says there when the memories may have nothing to do with the query. */
function withVerdict(result: ToolResult, { verdict }: RecallAnswer): ToolResult {
  if (verdict === null) return result;
  const text = verdict === 'weak' ? `${WEAK}\n\n${result.text}` : result.text;
  return { ...result, text, structured: { ...result.structured, verdict } };
}

function toResult(operation: string, { text, structured }: ShownList): ToolResult {
  return { text, structured: { ...structured }, operation, count: structured.count };
}
