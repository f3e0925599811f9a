import type { RemoteHits, RemoteNamespace } from './backend-api';
import { WrongAnswer } from './call';
import { fieldOf, idOf, isObject, listOf, objectOf, textOf, type JsonObject } from './json-fields';

/** Of a job that the server has taken on. */
export type JobState = 'running' | 'done' | 'failed';

const DONE: ReadonlySet<string> = new Set([
  'completed',
  'complete',
  'done',
  'success',
  'succeeded',
  'indexed',
]);
const FAILED = /fail|error|cancel|abort|reject/;

const RETRIEVALS = ['hybrid', 'lexical'] as const;

/** What is answered where nothing needs to be known but that it was done: no body, or an object. */
export function readDone(body: unknown): JsonObject {
  return body === null ? {} : objectOf(body, 'the answer');
}

/** The id of the job that does it; null where it is done. */
export function readJobId(body: unknown): string | null {
  const answer = readDone(body);
  const status = fieldOf(answer, 'status', 'state');
  // Our own server names a job for the sake of others, and has done it.
  if (status === 'completed') return null;
  const id = fieldOf(answer, 'job_id', 'jobId');
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : null;
}

export function readJobState(body: unknown): JobState {
  const status = textOf(objectOf(body, 'the answer'), 'status', 'state')?.toLowerCase();
  if (status === undefined) throw new WrongAnswer('status is missing');
  if (DONE.has(status)) return 'done';
  return FAILED.test(status) ? 'failed' : 'running';
}

export function readNamespaces(body: unknown): RemoteNamespace[] {
  return listOf(objectOf(body, 'the answer'), 'namespaces').map((value) => {
    const item = objectOf(value, 'a namespace');
    const name = textOf(item, 'namespace_name', 'namespaceName', 'name');
    if (name === null) throw new WrongAnswer('namespace_name is missing');
    return { name, itemCount: countOf(fieldOf(item, 'item_count', 'itemCount')) };
  });
}

export function readHits(body: unknown): RemoteHits {
  const answer = objectOf(body, 'the answer');
  const retrieval = RETRIEVALS.find((each) => each === fieldOf(answer, 'retrieval')) ?? null;
  return { hits: listOf(answer, 'results').map(readHit), retrieval };
}

export function readAnswer(body: unknown): { answer: string; model: string } {
  const object = objectOf(body, 'the answer');
  const answer = fieldOf(object, 'answer');
  if (typeof answer !== 'string') throw new WrongAnswer('answer is missing');
  return { answer, model: textOf(object, 'model') ?? 'backend' };
}

/** Whether all that was to be deleted is gone, as far as the server says. */
export function readDeletion(body: unknown): { isWhole: boolean } {
  const answer = readDone(body);
  const errors = fieldOf(answer, 'errors');
  const hasErrors = Array.isArray(errors) ? errors.length > 0 : isObject(errors);
  return { isWhole: !hasErrors && !FAILED.test((textOf(answer, 'status') ?? '').toLowerCase()) };
}

function readHit(value: unknown) {
  const item = objectOf(value, 'a result');
  const score = Number(fieldOf(item, 'score') ?? Number.NaN);
  if (Number.isNaN(score)) throw new WrongAnswer('score is missing');
  return { id: idOf(item), score: Math.min(1, Math.max(0, score)) };
}

function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null;
}
