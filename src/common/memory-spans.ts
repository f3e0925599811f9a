// Spans of memory operations by the names of OpenTelemetry's conventions for generative AI: the span
// `gen_ai.memory.client` of open-telemetry/semantic-conventions-genai, model/gen-ai/spans.yaml, stability `development`,
// commit 002c8a6ea1c8a42b14a4527db83b3cabcded610a (read on 2026-11-26).
import { traced, type SpanStart } from './tracing';

const OPERATION_NAME = 'gen_ai.operation.name';
const STORE_ID = 'gen_ai.memory.store.id';
const RECORD_ID = 'gen_ai.memory.record.id';
const RECORD_COUNT = 'gen_ai.memory.record.count';

type MemoryOperation =
  | 'create_memory'
  | 'update_memory'
  | 'upsert_memory'
  | 'delete_memory'
  | 'search_memory'
  | 'create_memory_store'
  | 'delete_memory_store';

/** By the names of the activity log, and of MCP tools. Others are no memory operations. */
const OPERATIONS: Readonly<Record<string, MemoryOperation>> = {
  remember: 'create_memory',
  'batch-remember': 'create_memory',
  remember_many: 'create_memory',
  extract: 'create_memory',
  edit: 'update_memory',
  update: 'update_memory',
  expire: 'update_memory',
  restore: 'update_memory',
  delete: 'delete_memory',
  forget: 'delete_memory',
  recall: 'search_memory',
  answer: 'search_memory',
  recent: 'search_memory',
  list: 'search_memory',
  'as-of': 'search_memory',
  'changed-since': 'search_memory',
  'recall-all': 'search_memory',
  get: 'search_memory',
  history: 'search_memory',
  'create-agent': 'create_memory_store',
  'delete-agent': 'delete_memory_store',
};

export interface MemoryWork {
  /** The agent. */
  storeId: string;
  /** The one memory that is asked for; null for none or several. */
  recordId: string | null;
  /** Whether a memory is stored or edited, as it is there or not. */
  isUpsert: boolean;
}

/**
 * Does the work as a span of its memory operation, if it is traced.
 *
 * @param op as the activity log or the list of tools names it
 * @param describe is called only if it is traced
 * @param count memories that it read or wrote; null if that is not known
 */
export function tracedMemory<T>(
  op: string,
  describe: () => MemoryWork,
  work: () => Promise<T>,
  count: (result: T) => number | null = () => null,
): Promise<T> {
  const operation = OPERATIONS[op];
  if (operation === undefined) return work();
  return traced(
    () => startOf(operation, describe()),
    async (span) => {
      const result = await work();
      const records = span === null ? null : count(result);
      if (records !== null) span?.tell({ [RECORD_COUNT]: records });
      return result;
    },
  );
}

/** As `tracedMemory`, for an operation on an agent. */
export function tracedStore<T>(op: string, agentId: string, work: () => Promise<T>): Promise<T> {
  return tracedMemory(op, () => ({ storeId: agentId, recordId: null, isUpsert: false }), work);
}

function startOf(operation: MemoryOperation, { storeId, recordId, isUpsert }: MemoryWork): SpanStart {
  const name = isUpsert ? 'upsert_memory' : operation;
  const record = recordId !== null && { [RECORD_ID]: recordId };
  return { name, kind: 'internal', facts: { [OPERATION_NAME]: name, [STORE_ID]: storeId, ...record } };
}
