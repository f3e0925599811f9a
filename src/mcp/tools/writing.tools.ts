import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/domain-error';
import { readRequest } from '../../common/validation.pipe';
import { DEFAULT_TYPE, MAX_BATCH } from '../../backend/memory-limits';
import { EditMemoryRequest, ExpireMemoryRequest } from '../../memories/memory-life.dto';
import { MemoriesService } from '../../memories/memories.service';
import { BatchRememberRequest, type BatchRow } from '../../memories/batch-remember.dto';
import { RememberRequest } from '../../memories/remember.dto';
import { RememberService } from '../../memories/remember.service';
import { LinkFinder } from '../../links/link-finder.service';
import type { ShownLink } from '../../links/links.service';
import { secretsAnswer } from '../../screening/screening.dto';
import { oneLine, secretsText } from '../memory-text';
import { asNotes } from '../stored-notes';
import { memoryArguments } from '../memory-arguments';
import {
  ADDS,
  argumentsOf,
  CHANGES,
  COUNT,
  DELETES,
  described,
  EXPLAINED_TYPE,
  FLAG,
  listOf,
  OBJECT,
  resultOf,
  TEXT,
  WHOLE,
  withDefault,
} from '../schema';
import type { JsonSchema, Tool, ToolCall, ToolResult } from '../tool';
import { flagOf, memoryIdOf, pick, textOf } from '../tool-arguments';

const SUPERSEDES = described(listOf(TEXT), 'Ids it replaces');

const NEW_MEMORY = {
  ...memoryArguments('remember'),
  type: withDefault(EXPLAINED_TYPE, DEFAULT_TYPE),
  supersedes: SUPERSEDES,
  upsert: described(withDefault(FLAG, false), 'Edit the one with this source_ref'),
};

const ROW: JsonSchema = {
  ...OBJECT,
  required: ['content'],
  description: 'As in remember',
  [WHOLE]: argumentsOf(NEW_MEMORY, ['content']),
};

const SPACE = described(TEXT, 'Agent you read: store it there');

const CHANGED_FIELDS = { ...memoryArguments('update'), supersedes: SUPERSEDES };

const CHANGED = resultOf({ memory_id: TEXT, status: TEXT });

@Injectable()
export class WritingTools {
  constructor(
    private readonly memories: MemoriesService,
    private readonly storing: RememberService,
    private readonly finder: LinkFinder,
  ) {}

  readonly remember: Tool = {
    name: 'remember',
    scoped: true,
    title: 'Remember',
    description:
      'Store one memory that matters in later conversations: one statement in a full sentence, with names and dates. No secrets or small talk.',
    inputSchema: argumentsOf({ ...NEW_MEMORY, space: SPACE }, ['content']),
    outputSchema: resultOf({ memory_id: TEXT, type: TEXT, action: TEXT }, { links: listOf(OBJECT) }),
    annotations: ADDS,
    access: 'write',
    run: (call) => this.store(call),
  };

  readonly rememberMany: Tool = {
    name: 'remember_many',
    scoped: true,
    title: 'Remember several',
    description: 'Up to 100 memories, all or none.',
    inputSchema: argumentsOf(
      {
        memories: {
          type: 'array',
          minItems: 1,
          maxItems: MAX_BATCH,
          items: ROW,
        },
        dedupe: described(withDefault(FLAG, false), 'Skip what is stored'),
      },
      ['memories'],
    ),
    outputSchema: resultOf({
      stored: COUNT,
      results: listOf(OBJECT),
    }),
    annotations: ADDS,
    access: 'write',
    run: (call) => this.storeMany(call),
  };

  readonly update: Tool = {
    name: 'update',
    scoped: true,
    title: 'Update a memory',
    description:
      'Correct fields of a wrong memory; its history keeps the old ones. Changed facts: remember with supersedes.',
    inputSchema: argumentsOf({ memory_id: TEXT, ...CHANGED_FIELDS }, ['memory_id']),
    outputSchema: resultOf({ memory_id: TEXT, updated_fields: listOf(TEXT) }),
    annotations: CHANGES,
    access: 'write',
    isUnit: true,
    run: async (call) => {
      const id = memoryIdOf(call);
      const changes = pick(call, ...Object.keys(CHANGED_FIELDS));
      if (Object.values(changes).every((value) => value === null)) {
        const names = Object.keys(CHANGED_FIELDS).join(', ');
        throw new DomainError('nothing_to_update', `Give at least one of: ${names}`);
      }
      const request = await readRequest(EditMemoryRequest, changes, 'body');
      const { fields, secrets } = await this.memories.edit(call.session, id, request);
      return {
        text: [`Updated ${fields.join(', ')} of [${id}].`, ...secretsText(secrets)].join('\n'),
        structured: { memory_id: id, updated_fields: fields, ...secrets },
        operation: 'edit',
        count: 1,
      };
    },
  };

  readonly forget: Tool = {
    name: 'forget',
    scoped: true,
    title: 'Forget a memory',
    description:
      'Expire a memory that is over or not wanted: recall does not find it; it can be restored. permanent: for good, only if the user asks.',
    inputSchema: argumentsOf(
      {
        memory_id: TEXT,
        reason: described(
          { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
          'One word, such as outdated',
        ),
        permanent: withDefault(FLAG, false),
      },
      ['memory_id'],
    ),
    outputSchema: CHANGED,
    annotations: DELETES,
    access: 'write',
    isUnit: true,
    run: (call) => this.forgetOne(call),
  };

  readonly restore: Tool = {
    name: 'restore',
    scoped: true,
    title: 'Restore a memory',
    description: 'Undo forget or expiry.',
    inputSchema: argumentsOf({ memory_id: TEXT }, ['memory_id']),
    outputSchema: CHANGED,
    annotations: CHANGES,
    access: 'write',
    isUnit: true,
    run: async (call) => {
      const id = memoryIdOf(call);
      await this.memories.restore(call.session, id);
      return changed(id, 'active', 'restore', `Restored [${id}].`);
    },
  };

  private async store(call: ToolCall): Promise<ToolResult> {
    const { session: own, sessionIn, args, idempotencyKey } = call;
    const space = textOf(call, 'space');
    const request = await readRequest(RememberRequest, { ...args, space: undefined }, 'body');
    const session = space === null ? own : await sessionIn(space);
    const { response, replayed } = await this.storing.remember(session, request, idempotencyKey);
    const { memory_id, type, action } = response;
    const secrets = secretsAnswer(response);
    const links = replayed ? null : await this.finder.detect(session, memory_id);
    const where = session === own ? '' : ` in ${session.agentId}`;
    const stored = `${action === 'store' ? 'Stored' : 'Updated'} [${memory_id}] (${type})${where}.`;
    return {
      text: [stored, ...secretsText(secrets), ...linkedText(links ?? [], memory_id)].join('\n'),
      structured: {
        memory_id,
        type,
        action,
        ...(session !== own && { agent_id: session.agentId }),
        ...secrets,
        ...(links?.length && { links: links.map((each) => foundLink(each, memory_id)) }),
      },
      operation: 'remember',
      count: replayed ? 0 : 1,
    };
  }

  private async storeMany({ session, args, idempotencyKey }: ToolCall): Promise<ToolResult> {
    const request = await readRequest(BatchRememberRequest, args, 'body');
    const { response, replayed } = await this.storing.rememberBatch(session, request, idempotencyKey);
    const { length: stored } = response.results.filter(({ action }) => action === 'store');
    const { length: updated } = response.results.filter(({ action }) => action === 'update');
    const others = updated === 0 ? '' : ` and updated ${updated}`;
    const head = `Stored ${stored}${others} of ${response.results.length}:`;
    return {
      text: [head, ...response.results.map(rowText)].join('\n'),
      structured: {
        stored,
        results: response.results.map((row) => ({
          memory_id: row.id,
          action: row.action,
          ...secretsAnswer(row),
        })),
      },
      operation: 'batch-remember',
      count: replayed ? 0 : stored,
    };
  }

  private async forgetOne(call: ToolCall): Promise<ToolResult> {
    const id = memoryIdOf(call);
    const { reason } = await readRequest(ExpireMemoryRequest, pick(call, 'reason'), 'body');
    if (flagOf(call, 'permanent', false)) {
      await this.memories.delete(call.session, id);
      return changed(id, 'deleted', 'delete', `Deleted [${id}] for good.`);
    }
    await this.memories.expire(call.session, id, reason);
    return changed(id, 'expired', 'expire', `Expired [${id}]; it can be restored.`);
  }
}

function rowText({ id, action, reason, ...row }: BatchRow): string {
  const secrets = secretsText(secretsAnswer(row)).map((text) => ` ${text}`);
  return `[${id}] ${action}${reason === null ? '' : `: ${reason}`}${secrets.join('')}`;
}

function changed(memory_id: string, status: string, operation: string, text: string): ToolResult {
  return { text, structured: { memory_id, status }, operation, count: 1 };
}

const MAY = { update: 'replace', contradiction: 'contradict', duplicate: 'repeat' } as const;

function foundLink({ kind, newer, older }: ShownLink, id: string) {
  const isNewer = newer?.id === id;
  const other = isNewer ? older : newer;
  const relation = isNewer ? `may ${MAY[kind]}` : 'may be older than';
  return { relation, memory_id: other?.id ?? '', content: other?.content ?? '' };
}

/** The sentences about the links of a stored memory, so that a model can react. */
function linkedText(links: readonly ShownLink[], id: string): string[] {
  const lines = links
    .map((each) => foundLink(each, id))
    .map(({ relation, memory_id, content }) => `This ${relation}: [${memory_id}] ${oneLine(content)}`);
  if (lines.length === 0) return [];
  return [asNotes(lines.join('\n')), 'If so, call update with supersedes, or tell the user.'];
}
