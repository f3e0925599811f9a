import { Injectable } from '@nestjs/common';
import { readRequest } from '../../common/validation.pipe';
import { ExtractRequest, type ExtractResponse } from '../../extraction/extraction.dto';
import { ExtractionService } from '../../extraction/extraction.service';
import { isEmptyDocument } from '../../policy/policy';
import { ManualSweeps } from '../../policy/manual-sweeps.service';
import { demandInSession } from '../../sessions/session';
import { secretsAnswer } from '../../screening/screening.dto';
import { oneLine, secretsText } from '../memory-text';
import { asNotes } from '../stored-notes';
import {
  ADDS,
  argumentsOf,
  COUNT,
  FLAG,
  listOf,
  notesOf,
  resultOf,
  TEXT,
  withDefault,
  READ_ONLY,
} from '../schema';
import type { Tool, ToolCall, ToolResult } from '../tool';
import { flagOf, pick } from '../tool-arguments';

/** Memories that a preview lists; it counts all. */
const LISTED = 50;

/** Tools that propose changes, and show them before they are made. */
@Injectable()
export class ReviewTools {
  constructor(
    private readonly extractions: ExtractionService,
    private readonly sweeps: ManualSweeps,
  ) {}

  readonly extract: Tool = {
    name: 'extract',
    scoped: true,
    title: 'Find memories in a conversation',
    description:
      'Find what is worth remembering in a conversation. dry_run false stores it, without what is stored already.',
    inputSchema: argumentsOf(
      {
        messages: {
          type: 'array',
          minItems: 1,
          maxItems: 200,
          items: {
            type: 'object',
            required: ['role', 'content'],
            properties: { role: TEXT, content: TEXT },
          },
        },
        dry_run: withDefault(FLAG, true),
        include_assistant: withDefault(FLAG, false),
      },
      ['messages'],
    ),
    outputSchema: notesOf({
      dry_run: FLAG,
      candidates: listOf(resultOf({ type: TEXT, content: TEXT }, { memory_id: TEXT, action: TEXT })),
      count: COUNT,
    }),
    annotations: ADDS,
    access: 'read',
    run: (call) => this.extractFrom(call),
  };

  readonly expiryPreview: Tool = {
    name: 'expiry_preview',
    title: 'Preview of expiry',
    description: 'Which memories the expiry policy would expire now. Nothing is changed.',
    inputSchema: argumentsOf({}),
    outputSchema: notesOf({
      policy_is_empty: FLAG,
      matched: COUNT,
      memories: listOf(resultOf({ id: TEXT, title: TEXT, type: TEXT, updated_at: TEXT, expired_by: TEXT })),
    }),
    ...READ_ONLY,
    run: (call) => this.preview(call),
  };

  private async extractFrom(call: ToolCall): Promise<ToolResult> {
    const dryRun = flagOf(call, 'dry_run', true);
    if (!dryRun) demandInSession(call.session, 'write');
    const fields = { ...pick(call, 'messages', 'include_assistant'), dry_run: dryRun };
    const request = await readRequest(ExtractRequest, fields, 'body');
    const { response, replayed } = await this.extractions.extract(
      call.session,
      request,
      call.idempotencyKey,
      call.signal,
    );
    const candidates = candidatesOf(response);
    const stored = candidates.filter(({ action }) => action === 'store').length;
    const head = dryRun ? `${candidates.length} to store:` : `Stored ${stored} of ${candidates.length}:`;
    const secrets = secretsAnswer(response);
    const text =
      candidates.length === 0
        ? 'Nothing to remember was found.'
        : `${head}\n${asNotes(candidates.map(line).join('\n'))}`;
    return {
      text: [text, ...secretsText(secrets)].join('\n'),
      structured: { dry_run: dryRun, candidates, count: candidates.length, ...secrets },
      operation: 'extract',
      count: replayed ? 0 : stored,
    };
  }

  private async preview({ session }: ToolCall): Promise<ToolResult> {
    const { policy, outcome } = await this.sweeps.apply(session, true);
    const memories = outcome.memories.slice(0, LISTED).map(({ id, title, type, updatedAt, expiredBy }) => {
      return { id, title, type, updated_at: updatedAt.toISOString(), expired_by: expiredBy };
    });
    const isEmpty = isEmptyDocument(policy);
    const head = isEmpty
      ? 'The agent has no expiry policy: nothing expires.'
      : `${outcome.matched} would expire.`;
    const rows = memories.map(
      ({ id, type, title, expired_by }) => `[${id}] (${type}, ${expired_by}) ${oneLine(title)}`,
    );
    return {
      text: rows.length === 0 ? head : `${head}\n${asNotes(rows.join('\n'))}`,
      structured: { policy_is_empty: isEmpty, matched: outcome.matched, memories },
      operation: 'policy-apply',
      count: 0,
    };
  }
}

interface ShownCandidate {
  type: string;
  content: string;
  memory_id?: string;
  /** What was done with it; absent on a dry run. */
  action?: string;
}

function candidatesOf({ candidates, results = [] }: ExtractResponse): ShownCandidate[] {
  return candidates.map(({ type, content }, at) => {
    const row = results[at];
    return {
      type,
      content,
      ...(row && { action: row.action }),
      ...(row?.id != null && { memory_id: row.id }),
    };
  });
}

function line({ type, content, action, memory_id }: ShownCandidate): string {
  const done = action === undefined ? '' : `[${memory_id ?? '-'}] ${action} `;
  return `${done}(${type}) ${oneLine(content)}`;
}
