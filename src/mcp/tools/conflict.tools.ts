import { Injectable } from '@nestjs/common';
import type { Memory } from '../../backend/memory';
import { MemoryClock } from '../../common/memory-clock';
import { firstCodePoints } from '../../common/text';
import { requestedDay } from '../../common/utc-dates';
import { invalid } from '../../common/validation-error';
import { readRequest } from '../../common/validation.pipe';
import { ConflictGeneration } from '../../conflicts/conflict-generation.service';
import { conflictIdOf, type ReportedConflict } from '../../conflicts/conflict-report';
import { ConflictReports } from '../../conflicts/conflict-reports.service';
import { ConflictResolution } from '../../conflicts/conflict-resolution.service';
import { requestedRow, ResolveConflictRequest } from '../../conflicts/resolution.dto';
import { CONFLICT_ACTIONS, toResolution } from '../../conflicts/resolution';
import { demandInSession } from '../../sessions/session';
import { oneLine, secretsText } from '../memory-text';
import { asNotes } from '../stored-notes';
import {
  ADDS,
  argumentsOf,
  CONTENT,
  COUNT,
  DELETES,
  described,
  FLAG,
  listOf,
  notesOf,
  resultOf,
  TEXT,
  withDefault,
} from '../schema';
import type { Tool, ToolCall, ToolResult } from '../tool';
import { flagOf, pick } from '../tool-arguments';

const STATES = ['open', 'resolved', 'all'] as const;
type State = (typeof STATES)[number];

/** Conflicts of one answer. */
const LISTED = 20;
/** Code points of each of the two contents, so that all listed conflicts fit into a text. */
const SHOWN = 100;

const SIDE = resultOf({ id: TEXT, content: TEXT, created_at: TEXT });

/** Tools for memories that contradict each other. */
@Injectable()
export class ConflictTools {
  constructor(
    private readonly reports: ConflictReports,
    private readonly generation: ConflictGeneration,
    private readonly resolution: ConflictResolution,
    private readonly clock: MemoryClock,
  ) {}

  readonly conflicts: Tool = {
    name: 'conflicts',
    title: 'Conflicts',
    description:
      'List pairs of memories that contradict, update or repeat each other, newest first. generate looks for more among the memories created or changed today.',
    inputSchema: argumentsOf({
      status: withDefault({ type: 'string', enum: STATES }, 'open'),
      generate: withDefault(FLAG, false),
    }),
    outputSchema: notesOf({
      conflicts: listOf(
        resultOf(
          { conflict_id: TEXT, type: TEXT, description: TEXT, resolved: FLAG },
          { old: SIDE, new: SIDE },
        ),
      ),
      count: COUNT,
      generating: FLAG,
    }),
    annotations: ADDS,
    access: 'read',
    run: (call) => this.list(call),
  };

  readonly resolveConflict: Tool = {
    name: 'resolve_conflict',
    title: 'Settle a conflict',
    description:
      'Settle a conflict. supersede makes the old memory history; keep_old and keep_new delete the other one for good; expire_… can be undone; manual puts content in place of both. Ask the user first.',
    inputSchema: argumentsOf(
      {
        conflict_id: TEXT,
        action: { type: 'string', enum: CONFLICT_ACTIONS },
        content: described(CONTENT, 'For manual'),
      },
      ['conflict_id', 'action'],
    ),
    outputSchema: resultOf(
      { deleted: listOf(TEXT), expired: listOf(TEXT), superseded: listOf(TEXT) },
      { new_memory_id: TEXT },
    ),
    annotations: DELETES,
    access: 'write',
    isUnit: true,
    run: (call) => this.resolve(call),
  };

  private async list(call: ToolCall): Promise<ToolResult> {
    const state = stateOf(call);
    const isGenerating = flagOf(call, 'generate', false) && !(await this.generate(call));
    const found = await this.reports.listOfAgent(
      call.session,
      state === 'all' ? null : state === 'resolved',
      LISTED,
    );
    const rows = found.map(toRow);
    const more = isGenerating ? ['The search goes on: call conflicts again in a minute.'] : [];
    const none = `There is no ${state === 'all' ? '' : `${state} `}conflict.`;
    return {
      text:
        rows.length === 0 ? [none, ...more].join('\n') : asNotes([...rows.map(rowText), ...more].join('\n')),
      structured: { conflicts: rows, count: rows.length, generating: isGenerating },
      operation: 'conflicts',
      count: rows.length,
    };
  }

  /** Whether the run ended within the time of the call; it goes on if it did not. */
  private async generate({ session, signal }: ToolCall): Promise<boolean> {
    demandInSession(session, 'write');
    const day = requestedDay(null, await this.clock.now());
    const watcher = { signal: new AbortController().signal, tell: () => undefined };
    const run = this.generation.generate({ ...session, day }, watcher).then(() => true);
    const late = new Promise<false>((resolve) => {
      signal.addEventListener('abort', () => resolve(false), { once: true });
    });
    // A run that is late puts what it finds into its report. Its failure is not the failure of this call.
    run.catch(() => undefined);
    return Promise.race([run, late]);
  }

  private async resolve({ session, args, now }: ToolCall): Promise<ToolResult> {
    const { conflict_id: id = null, action, content } = args;
    if (id === null) throw invalid(['conflict_id'], 'Field required', null, 'missing');
    if (action === 'manual' && (content ?? '') === '')
      throw invalid(['content'], 'Field required with manual', null, 'missing');
    const request = await readRequest(
      ResolveConflictRequest,
      { ...args, manual_content: args.content },
      'body',
    );
    const { day, index } = requestedRow(request, await now());
    const { deleted, expired, superseded, newMemoryId, secrets } = await this.resolution.resolve(
      session,
      day,
      index,
      toResolution(request),
    );
    const done = [
      ...deleted.map((id) => `deleted [${id}]`),
      ...expired.map((id) => `expired [${id}]`),
      ...superseded.map((id) => `made history [${id}]`),
      ...(newMemoryId === null ? [] : [`stored [${newMemoryId}]`]),
    ];
    return {
      text: [`Resolved: ${done.join(', ') || 'both are kept'}.`, ...secretsText(secrets)].join('\n'),
      structured: {
        deleted,
        expired,
        superseded,
        ...(newMemoryId !== null && { new_memory_id: newMemoryId }),
        ...secrets,
      },
      operation: 'conflicts-resolve',
      count: done.length,
    };
  }
}

function stateOf(call: ToolCall): State {
  const { status = 'open' } = pick(call, 'status');
  const state = STATES.find((each) => each === status);
  if (state === undefined) throw invalid(['status'], `Input should be one of ${STATES.join(', ')}`, status);
  return state;
}

function toRow(conflict: ReportedConflict) {
  const { date, index, type, description, isResolved } = conflict;
  return {
    conflict_id: conflictIdOf(date, index),
    type,
    description: firstCodePoints(description, 2 * SHOWN),
    resolved: isResolved,
    ...(conflict.old && { old: sideOf(conflict.old) }),
    ...(conflict.new && { new: sideOf(conflict.new) }),
  };
}

function sideOf({ id, content, createdAt }: Memory) {
  return { id, content: firstCodePoints(content, SHOWN), created_at: createdAt.toISOString() };
}

function rowText(row: ReturnType<typeof toRow>): string {
  const side = (name: string, shown?: ReturnType<typeof sideOf>) =>
    shown ? ` ${name} [${shown.id}] (${shown.created_at.slice(0, 10)}) ${oneLine(shown.content)};` : '';
  const state = row.resolved ? ', resolved' : '';
  return `[${row.conflict_id}] (${row.type}${state}) ${oneLine(row.description)}${side('old', row.old)}${side('new', row.new)}`;
}
